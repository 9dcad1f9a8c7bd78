"""Hooks of schemathesis: tokens, the form of event streams, what its own checks can't tell apart, and a second tenant."""

import json
import os
from collections import Counter
from urllib.parse import urlencode
from uuid import uuid4

import requests
import schemathesis

ORIGIN = os.environ["ORIGIN"]
with open(os.environ["IDS"], encoding="utf-8") as file:
    OURS = json.load(file)
IDS = set(OURS.values())
# The same things of another organisation, except addresses, and what whoever has it may use.
ANYBODYS = {"shareToken", "accessLinkToken", "invitationToken", "visitorToken", "widgetKey", "apiKey", "oauthRequestId", "memberEmail"}
with open(os.environ["THEIR_IDS"], encoding="utf-8") as file:
    THEIRS = json.load(file)
THEIR_IDS = {ours: THEIRS[name] for name, ours in OURS.items() if THEIRS[name] != ours and name not in ANYBODYS}

# How a server answers that something isn't there, or isn't the caller's.
REFUSALS = {400, 403, 404, 422}
# Lists what we tried, also with IDs of others.
ATTEMPTS = "/run/rejected"
# How often each place of an ID in a request is tried with theirs.
TRIES = 3
tried = Counter()

# Longer request lines are refused by HTTP itself (431), which no operation lists.
QUERY_MAX = 6000


@schemathesis.auth(refresh_interval=30)
class Token:
    """API tokens are valid for minutes only. Visitors of a widget have their own."""

    def get(self, case, context):
        url = ORIGIN + "/identity/sessions/whoami?tokenize_as=taskloom"
        headers = {"X-Session-Token": os.environ["SESSION_TOKEN"]}
        return requests.get(url, headers=headers, timeout=60).json()["tokenized"]

    def set(self, case, data, context):
        is_visitors = case.operation.path.startswith("/widget/")
        token = os.environ["visitorToken"] if is_visitors else data
        case.headers = case.headers or {}
        case.headers["Authorization"] = f"Bearer {token}"


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """In OpenAPI 3.1, schemathesis takes the schema of a stream for that of an event; ours has it in `contentSchema`."""
    for path in raw_schema["paths"].values():
        for operation in path.values():
            if not isinstance(operation, dict):
                continue
            for response in operation.get("responses", {}).values():
                media = response.get("content", {}).get("text/event-stream")
                if media is not None:
                    event = media["schema"]["contentSchema"]
                    data = {"type": "string", "contentMediaType": "application/json", "contentSchema": event}
                    media["schema"] = {"type": "object", "properties": {"data": data}, "required": ["data"]}


@schemathesis.hook
def filter_case(context, case):
    return len(urlencode(case.query or {}, doseq=True)) < QUERY_MAX


@schemathesis.hook
def before_call(context, case, kwargs):
    """Keeps what other operations need. Things that the stateful tests have created are deleted."""
    names = [part[1:-1] for part in case.operation.path.split("/") if part.startswith("{")]
    if case.method.upper() == "DELETE" and names:
        if (case.path_parameters or {}).get(names[-1]) in IDS:
            case.path_parameters[names[-1]] = "none"
    # A key that was sent before gets the response of then, which may name something that is deleted by now.
    if is_positive(case) and case.meta.phase.name.value == "stateful" and "Idempotency-Key" in (case.headers or {}):
        case.headers["Idempotency-Key"] = str(uuid4())
    # Dictionaries replace the items of a list one by one, also by the same ID.
    if case.meta is not None and case.meta.dictionary_draws:
        case.body = without_repeated_ids(case.body)


def is_positive(case):
    """Whether the request was generated to match the contract."""
    return case.meta is not None and case.meta.generation.mode.value == "positive"


def without_repeated_ids(value):
    if isinstance(value, dict):
        return {name: without_repeated_ids(part) for name, part in value.items()}
    if not isinstance(value, list):
        return value
    parts = []
    for part in map(without_repeated_ids, value):
        if not (isinstance(part, str) and part in IDS and part in parts):
            parts.append(part)
    return parts


@schemathesis.check
def refused_for_its_form(ctx, response, case):
    """A request that was generated to match the contract must not be refused because it doesn't."""
    if response.status_code != 400 or not is_positive(case):
        return
    body = response.json()
    if body.get("detail", "").startswith("The request doesn't match the contract"):
        raise AssertionError(f"The contract allows it, but the server doesn't: {body.get('errors')}")


@schemathesis.check
def others_are_out_of_reach(ctx, response, case):
    """A request that succeeded must not succeed with an ID of another organisation in place of one of ours."""
    if not is_positive(case) or not 200 <= response.status_code < 300:
        return
    for place, theirs in with_their_ids(case):
        key = (case.operation.label, place)
        if tried[key] >= TRIES:
            continue
        # With these, it would be refused as a repetition, or as a change of an older version.
        for name in ("Idempotency-Key", "If-Match"):
            (theirs.headers or {}).pop(name, None)
        answer = theirs.call()
        # Lists can be filtered by any ID. Nothing of theirs fits ours.
        is_empty = place.startswith("query") and (case.operation.path.endswith(ATTEMPTS) or not names_theirs(answer.text))
        if answer.status_code in REFUSALS or is_empty:
            tried[key] += 1
        elif answer.status_code < 400:
            raise AssertionError(f"{place} names another organisation's, and is accepted: {answer.status_code} {answer.text[:500]}")


def with_their_ids(case):
    """The request with each of its IDs replaced in turn, and where that ID is."""
    for container in ("path_parameters", "query"):
        values = getattr(case, container) or {}
        for name, value in values.items():
            if isinstance(value, str) and value in THEIR_IDS:
                other = case.derive()
                setattr(other, container, {**values, name: THEIR_IDS[value]})
                yield f"{container} {name}", other
    for place, body in replaced(case.body):
        other = case.derive()
        other.body = body
        yield f"body{place}", other


def replaced(value):
    """The JSON value with each of our IDs in it replaced in turn, and where that ID is."""
    if isinstance(value, str) and value in THEIR_IDS:
        yield "", THEIR_IDS[value]
    if isinstance(value, dict):
        for name, part in value.items():
            for place, other in replaced(part):
                yield f"/{name}{place}", {**value, name: other}
    if isinstance(value, list):
        for at, part in enumerate(value):
            for place, other in replaced(part):
                yield f"/*{place}", [*value[:at], other, *value[at + 1 :]]


def names_theirs(text):
    return any(theirs in text for theirs in THEIR_IDS.values())
