"""Addresses of clients, as limits count them."""

from __future__ import annotations

import ipaddress

__all__ = ["network_of"]

PREFIX = 64  # bits of an IPv6 address that a provider gives to one customer
LONGEST = 50  # characters of an address that is none


def network_of(host: str) -> str:
    """Return the network that counts as one client: an IPv4 address, or 64 bits of an IPv6 one.

    >>> network_of("192.0.2.7"), network_of("2001:db8::1:2"), network_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::', '192.0.2.7')
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:LONGEST]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((address, PREFIX), strict=False).network_address)
