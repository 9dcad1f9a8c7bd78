"""Hooks of schemathesis: API tokens, which are valid for minutes only."""

import os

import requests
import schemathesis

WHOAMI = os.environ["ORIGIN"] + "/identity/sessions/whoami?tokenize_as=taskloom"


@schemathesis.auth(refresh_interval=30)
class SessionToken:
    def get(self, case, context):
        headers = {"X-Session-Token": os.environ["SESSION_TOKEN"]}
        return requests.get(WHOAMI, headers=headers, timeout=60).json()["tokenized"]

    def set(self, case, data, context):
        case.headers = case.headers or {}
        case.headers["Authorization"] = f"Bearer {data}"
