"""The same tables for programs: JSON over HTTP, described by OpenAPI, so that a program can take a seat."""
