"""
The published schemas, generated from the registry: `python -m contracts.schema write|check`.

Under `contracts/schemas` stand `asyncapi.yaml` (AsyncAPI 3.0) and one JSON Schema (2020-12) for each event version,
command, query, answer and envelope. An event schema once written there is a promise: `write` refuses to break it, and
`check` fails when what is checked in differs from what the code says.
"""
