import base64
import hashlib
import hmac


def key_of(secret):
    if secret.startswith("whsec_"):
        return base64.b64decode(secret[6:] + "=" * (-len(secret[6:]) % 4))
    return secret.encode()


def standard(body, given):
    signed = f'{given["id"]}.{given["timestamp"]}.{body}'.encode()
    digest = hmac.new(key_of(given["secret"]), signed, hashlib.sha256).digest()
    return "v1," + base64.b64encode(digest).decode()


def plain(body, given):
    return hmac.new(given["secret"].encode(), body.encode(), hashlib.sha256).hexdigest()


def main(state):
    given = state["input"]
    body = given["body"]
    is_standard = "id" in given and "timestamp" in given
    sign = standard if is_standard else plain
    sent = given["signature"].replace("sha256=", "")
    candidates = sent.split(" ")
    matches = lambda text: any(hmac.compare_digest(sign(text, given), each) for each in candidates)
    hints = []
    if not matches(body):
        for name, changed in [("trimmed", body.strip()), ("with a line break at the end", body + "\n")]:
            if changed != body and matches(changed):
                hints.append(f"The signature fits the body {name}.")
        if body.startswith("{'"):
            hints.append("The body was printed by a program: it is not the raw JSON.")
    return {"matches": matches(body), "scheme": "standard" if is_standard else "hmac", "hints": hints}
