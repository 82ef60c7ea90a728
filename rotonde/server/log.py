"""The log: sentences for a person at a terminal, or one JSON object a line for a program.

Neither holds what people typed, their names, cookies, or addresses with something secret in them.
"""

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any, Literal

Style = Literal["text", "json"]
STYLES: tuple[Style, ...] = ("text", "json")

requests = logging.getLogger("rotonde.requests")
"""One line a request; see rotonde.web.requestlog."""


def set_up(style: Style) -> None:
    """Send the log to the standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        JSONFormatter() if style == "json" else logging.Formatter("%(levelname)s: %(message)s")
    )
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    requests.setLevel(logging.INFO if style == "json" else logging.WARNING)


class JSONFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "process": record.process,
        }
        fields: dict[str, Any] | None = getattr(record, "fields", None)
        line |= {"source": record.name, "message": record.getMessage()} if fields is None else fields
        if record.exc_info and record.exc_info[0] is not None:
            kind, _, trace = record.exc_info
            line["exception"] = kind.__name__
            # Where, but not the words of the exception: what somebody typed may be in them.
            line["trace"] = [
                f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(trace)
            ]
        return json.dumps(line, ensure_ascii=False)
