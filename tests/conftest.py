import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "accord",
    deadline=None,
    derandomize=True,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("accord")


@pytest.fixture(scope="module", autouse=True)
def _fewer_draws():
    """Where a test does not ask for draws, a thousand or two will do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("accord.inference.choice.DRAWN_STEPS", 100_000)
        yield
