from hypothesis import HealthCheck, settings

settings.register_profile(
    "accord",
    deadline=None,
    derandomize=True,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("accord")
