import os
from collections.abc import Callable
from pathlib import Path

import pytest

from contracts.refusals import Refused
from services.runtime.settings import Settings, from_environment, without_secrets


def test_what_is_not_ours_is_left_alone_and_what_is_not_given_has_its_default() -> None:
    assert from_environment({"PATH": "/bin", "OMKAMPING": "1"}) == Settings()


def test_every_setting_comes_from_its_variable() -> None:
    given = {
        "OMKAMP_URL": "nats://hub:4222",
        "OMKAMP_FEDERATION": "ssf",
        "OMKAMP_LOG_LEVEL": "WARNING",
        "OMKAMP_HTTP_PORT": "9100",
        "OMKAMP_STATE": "state",
    }
    assert from_environment(given) == Settings(
        url="nats://hub:4222",
        federation="ssf",  # type: ignore[arg-type]  # read, not made
        log_level="warning",
        http_port=9100,
        state="state",
    )


@pytest.mark.parametrize(
    ("variable", "value", "why"),
    [
        ("OMKAMP_HTTP_PROT", "9100", "is no setting; there are OMKAMP_URL, "),
        ("OMKAMP_LOG_LEVEL", "loud", "is 'loud': Invalid enum value 'loud'; there are debug, info, warning,"),
        ("OMKAMP_HTTP_PORT", "none", "is 'none': Expected `int`"),
        ("OMKAMP_HTTP_PORT", "65536", "is '65536': Expected `int` <= 65535"),
        ("OMKAMP_HTTP_PORT", "-1", "is '-1': Expected `int` >= 0"),
        ("OMKAMP_FEDERATION", "dsu.*", "is 'dsu.*': "),
        ("OMKAMP_CREDENTIALS", "/nowhere/office.creds", "names office.creds, a file that cannot be read"),
    ],
)
def test_a_setting_that_is_none_or_has_no_sensible_value_is_refused_by_its_name(
    variable: str, value: str, why: str
) -> None:
    with pytest.raises(Refused) as refused:
        from_environment({variable: value})
    assert refused.value.refusal.message.startswith(f"{variable} {why}")


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("nats://127.0.0.1:4222", "nats://127.0.0.1:4222"),
        ("nats://token@hub", "nats://hub"),
        ("tls://office:p@ss@hub:4222,nats://a:b@venue", "tls://hub:4222,nats://venue"),
        ("nonsense", "nonsense"),
    ],
)
def test_a_password_in_the_address_is_not_shown(url: str, shown: str) -> None:
    assert without_secrets(url) == shown


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_credentials_that_are_no_file_are_refused_by_name_and_not_waited_for(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    path = tmp_path / "office.creds"
    make(path)
    with pytest.raises(Refused, match=r"names office\.creds, a file that cannot be read"):
        from_environment({"OMKAMP_CREDENTIALS": str(path)})
