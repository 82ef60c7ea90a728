"""What programs send and get, as types: requests are checked against them, and the description is made from them."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

Name = Annotated[str, Meta(min_length=1, max_length=40, description="How a person is called at the table.")]
Number = Annotated[int, Meta(ge=0, lt=2**53)]
Lang = Literal["fr", "en"]


class Sent(Struct, forbid_unknown_fields=True):
    """Whatever a program sends: a field that we do not know is refused, not ignored."""


# ---- people ----


class NewPerson(Sent):
    name: Name


class Person(Struct, frozen=True):
    name: str
    secret: Annotated[
        str,
        Meta(
            description="Send it as `Authorization: Bearer …`. It is told once and cannot be asked for again."
        ),
    ]


# ---- games ----


class GameOption(Struct, frozen=True):
    name: str
    default: int | str | bool
    choices: list[int | str | bool]
    label: dict[str, str]


class GameShape(Struct, frozen=True):
    id: str
    title: dict[str, str]
    players: Annotated[list[int], Meta(description="The fewest and the most.")]
    cooperative: bool
    rules: Annotated[int, Meta(description="The version of the rules.")]
    verbs: Annotated[
        dict[str, str], Meta(description="The name of each verb, by its number: the lowest byte of a move.")
    ]
    options: list[GameOption]


# ---- tables ----


class NewSeat(Sent):
    kind: Literal["mine", "open", "invited", "bot"]
    name: Annotated[str, Meta(max_length=40)] = ""
    level: str = "driver"


class ClockShape(Sent):
    kind: Literal["none", "live", "days"] = "none"
    seconds: Annotated[int, Meta(ge=0, le=2_592_000)] = 0
    increment: Annotated[int, Meta(ge=0, le=600)] = 0
    when_up: Literal["bot", "lose", "nothing"] = "nothing"


class NewTable(Sent):
    game: str
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=8)]
    options: dict[str, int | str | bool] = {}
    lang: Lang = "en"
    listed: bool = False
    clock: ClockShape = field(default_factory=ClockShape)


class SeatShape(Struct, frozen=True):
    name: str
    kind: Literal["person", "bot", "open"]
    present: bool
    level: str | None = None


class MoveShape(Struct, frozen=True):
    move: Number
    say: Annotated[str, Meta(description="The move as a sentence, in the language asked for.")]


class TableShape(Struct, frozen=True):
    """A table as one seat, or somebody who only watches, may know it."""

    id: str
    game: str
    rules: int
    options: dict[str, Any]
    number: Annotated[int, Meta(description="Grows with everything that happens; send it back with a move.")]
    actor: Annotated[int | None, Meta(description="The seat that must act; null when nobody must.")]
    gathering: Annotated[bool, Meta(description="Whether a seat is still open.")]
    over: bool
    seats: list[SeatShape]
    held: Annotated[list[int], Meta(description="The seats that you play for.")]
    seat: Annotated[int | None, Meta(description="Whose eyes this is seen with; null: the public's.")]
    state: Annotated[
        dict[str, Any], Meta(description="Every field of the position; what the seat may not know is 0.")
    ]
    moves: Annotated[
        list[MoveShape], Meta(description="What the seat may do now; nothing when it is not its turn.")
    ]
    scores: Annotated[list[int] | None, Meta(description="The result, once the game is over.")]
    winners: list[int]
    deadline: Annotated[float | None, Meta(description="When the actor's time is up, in seconds since 1970.")]
    commitment: Annotated[str, Meta(description="The hash of the key that all chance follows from.")]
    next_table: str | None


class LineShape(Struct, frozen=True):
    id: str
    game: str
    seats: list[SeatShape]
    actor: int | None
    open_seats: int
    held: list[int]
    changed: float
    deadline: float | None


# ---- what is done at a table ----


class Sit(Sent):
    name: Name
    seat: Number | UnsetType = UNSET
    invite: Annotated[str, Meta(max_length=100)] = ""


class Play(Sent):
    number: Number
    moves: Annotated[list[Number], Meta(min_length=1, max_length=200)]
    seat: Number | UnsetType = UNSET


class AtSeat(Sent):
    number: Number
    seat: Number | UnsetType = UNSET


class TakeBack(Sent):
    number: Number
    count: Annotated[int, Meta(ge=1, le=200)] = 1
    seat: Number | UnsetType = UNSET


class Answer(Sent):
    number: Number
    agree: bool
    seat: Number | UnsetType = UNSET


class Seated(Sent):
    seat: Number | UnsetType = UNSET


class ToBot(Sent):
    level: str = "driver"
    seat: Number | UnsetType = UNSET


class Fill(Sent):
    level: str = "driver"


class Order(Sent):
    order: Annotated[str, Meta(max_length=100)]
    on: bool
    seat: Number | UnsetType = UNSET


class Brought(Sent):
    record: Annotated[str, Meta(description="The record of a game, as `/record` gives it.")]


class BroughtTable(Struct, frozen=True):
    id: str


class Invite(Sent):
    seat: Number


class Invitation(Struct, frozen=True):
    code: Annotated[
        str,
        Meta(
            description="Whoever sends it as `invite` may take the seat. The code before it serves no longer."
        ),
    ]


class Following(Struct, frozen=True):
    id: Annotated[str, Meta(description="The table where the same people go on.")]


class Say(Sent):
    words: Annotated[str, Meta(min_length=1, max_length=500)]


class RemarkShape(Struct, frozen=True):
    number: int
    seat: int | None
    name: str
    words: str
    at: float


class Done(Struct, frozen=True):
    """It is kept, whatever happens to the server from now on."""

    number: int


class Wrong(Struct, frozen=True):
    """Nothing changed. `text` is a sentence for people."""

    error: str
    text: str
    rule: str | None = None
