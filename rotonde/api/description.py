"""The OpenAPI description, made from the operations and the shapes, so that it cannot say anything else."""

import re
from functools import cache
from importlib.metadata import version
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from .endpoints import Operation
from .operations import OPERATIONS
from .shapes import Wrong

REASONS = {
    400: "What was sent is not as it should be",
    401: "Nobody with this secret is known here",
    403: "The seat is not yours, or it is not its turn",
    404: "There is no such table",
    409: "Something happened meanwhile, or it cannot be done now",
    413: "What was sent is too large",
    415: "What was sent is no JSON",
    422: "The rules forbid this move, or a move of this record",
    429: "Too much at once",
}


def routes() -> list[Route]:
    return [
        *(operation.route() for operation in OPERATIONS),
        Route("/api/openapi.json", send_description, methods=["GET"]),
    ]


def send_description(request: Request) -> Response:
    return Response(msgspec.json.encode(description()), media_type="application/json")


@cache
def description() -> dict[str, Any]:
    types = {
        Wrong,
        *(op.takes for op in OPERATIONS if op.takes),
        *(op.gives for op in OPERATIONS if op.gives),
    }
    schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    schema_of = dict(zip(types, schemas, strict=True))
    paths: dict[str, Any] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _described(operation, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Rotonde",
            "version": version("rotonde"),
            "description": "Tables of train games, for programs that take a seat. Every sentence comes in the"
            " language of `Accept-Language` (fr or en).",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"person": {"type": "http", "scheme": "bearer"}},
        },
    }


def _described(operation: Operation, schema_of: dict[Any, Any]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "summary": operation.summary,
        "operationId": operation.run.__name__,
        "security": [{"person": []}] if operation.needs_person else [{}, {"person": []}],
        "responses": {str(operation.status): _success(operation, schema_of)},
    }
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"{(\w+)}", operation.path)
    ]
    parameters += [
        {
            "name": name,
            "in": "query",
            "required": False,
            "schema": {"type": "integer", "minimum": 0, "maximum": 7},
        }
        for name in operation.asks
    ]
    if parameters:
        told["parameters"] = parameters
    if operation.takes is not None:
        told["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": schema_of[operation.takes]}},
        }
    usual = (413, 429) if operation.takes else ()
    for status in sorted({*operation.refuses, *usual}):
        content = {"application/json": {"schema": schema_of[Wrong]}}
        told["responses"][str(status)] = {"description": REASONS[status], "content": content}
    return told


def _success(operation: Operation, schema_of: dict[Any, Any]) -> dict[str, Any]:
    if operation.gives is None:
        return {"description": "A stream of tables", "content": {"text/event-stream": {}}}
    kind = "text/plain" if operation.gives is str else "application/json"
    return {"description": "Done", "content": {kind: {"schema": schema_of[operation.gives]}}}
