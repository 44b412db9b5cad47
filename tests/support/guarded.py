"""A nats-server that lets in only who has credentials: an operator, an account and a user, made for one test."""

import base64
import contextlib
import json
import os
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nkeys

from services.runtime.server import binary, free_port

_NO_STREAMS = {"wildcards": True} | dict.fromkeys(("subs", "data", "payload", "imports", "exports", "conn", "leaf"), -1)
_NO_LIMITS = _NO_STREAMS | dict.fromkeys(("streams", "consumer", "mem_storage", "disk_storage"), -1)


class _Signer:
    """A key pair that signs claims about others."""

    def __init__(self, kind: int) -> None:
        self.seed: bytes = nkeys.encode_seed(os.urandom(32), kind)
        self._pair = nkeys.from_seed(bytearray(self.seed))
        self.name: str = self._pair.public_key.decode()

    def signed(self, subject: str, **claims: Any) -> str:
        told = {"jti": subject, "iat": 1, "iss": self.name, "sub": subject, "name": subject, "nats": claims}
        parts = ({"typ": "JWT", "alg": "ed25519-nkey"}, told)
        body = ".".join(_text(json.dumps(part).encode()) for part in parts)
        return f"{body}.{_text(self._pair.sign(body.encode()))}"


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


@contextlib.contextmanager
def guarded_server(folder: Path) -> Iterator[tuple[str, Path]]:
    """Run it; yields its address and the file of credentials for it."""
    operator, user = _Signer(nkeys.PREFIX_BYTE_OPERATOR), _Signer(nkeys.PREFIX_BYTE_USER)
    account, system = _Signer(nkeys.PREFIX_BYTE_ACCOUNT), _Signer(nkeys.PREFIX_BYTE_ACCOUNT)
    itself = operator.signed(operator.name, type="operator", version=2, system_account=system.name)
    federation = operator.signed(account.name, type="account", version=2, limits=_NO_LIMITS)
    server_itself = operator.signed(system.name, type="account", version=2, limits=_NO_STREAMS)
    office = account.signed(user.name, type="user", version=2, subs=-1, data=-1, payload=-1)
    credentials = folder / "office.creds"
    credentials.write_text(
        f"-----BEGIN NATS USER JWT-----\n{office}\n------END NATS USER JWT------\n\n"
        f"-----BEGIN USER NKEY SEED-----\n{user.seed.decode()}\n------END USER NKEY SEED------\n"
    )
    port = free_port()
    (folder / "nats.conf").write_text(
        f'listen: "127.0.0.1:{port}"\noperator: {itself}\nsystem_account: {system.name}\nresolver: MEMORY\n'
        f"resolver_preload: {{ {account.name}: {federation}\n {system.name}: {server_itself} }}\n"
        f'jetstream {{ store_dir: "{folder}" }}\n'
    )
    with (folder / "nats.log").open("w") as log:
        server = subprocess.Popen([binary(), "-c", str(folder / "nats.conf")], stdout=log, stderr=log)
    try:
        _wait_for(port, server)
        yield f"nats://127.0.0.1:{port}", credentials
    finally:
        server.terminate()
        server.wait(timeout=20)


def _wait_for(port: int, server: "subprocess.Popen[bytes]") -> None:
    while server.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=5):
            return
    raise AssertionError(f"nats-server ended with {server.returncode}")
