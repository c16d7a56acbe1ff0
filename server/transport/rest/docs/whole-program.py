"""Sends a photo to Memori, waits for the message that its film is ready, and saves the film.

    MEMORI_TOKEN=mem_test_... python3 animate.py nonna.jpg nonna.mp4 [https://this-machine.example/hook]

Memori posts the message to the address given last, which has to lead to port 8000 (or PORT) of this machine.
"""
import base64, hashlib, hmac, json, os, sys, threading, time, uuid
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.request import Request, urlopen

API = "MEMORI_URL/api"
TOKEN = os.environ["MEMORI_TOKEN"]
PORT = int(os.environ.get("PORT", "8000"))


def call(method, path, body=None, headers={}):
    """The JSON that a call answers. Raises urllib.error.HTTPError, whose body says why."""
    request = Request(API + path, method=method, data=body, headers={"Authorization": "Bearer " + TOKEN, **headers})
    with urlopen(request) as response:
        return json.load(response)


def send_photo(name):
    """Sends a photo and returns the id of its task. Sent again with the same key, it is paid once."""
    boundary = uuid.uuid4().hex
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="image"; filename="{os.path.basename(name)}"\r\n\r\n'
    with open(name, "rb") as photo:
        body = head.encode() + photo.read() + f"\r\n--{boundary}--\r\n".encode()
    headers = {
        "Content-Type": "multipart/form-data; boundary=" + boundary,
        "Idempotency-Key": str(uuid.uuid4()),
    }
    return call("POST", "/video/generate", body, headers)["taskId"]


def is_genuine(headers, body, secret):
    """True for a message that whoever knows the secret has signed within the last five minutes."""
    stamp = headers["webhook-timestamp"]
    if abs(time.time() - int(stamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f'{headers["webhook-id"]}.{stamp}.'.encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # Two, with a space between, for a day after a change of the secret.
    return any(hmac.compare_digest(each, expected) for each in headers["webhook-signature"].split(" "))


class Receiver(BaseHTTPRequestHandler):
    """Keeps the first genuine message about each task."""

    secret = None
    messages = {}
    arrived = threading.Condition()

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        genuine = is_genuine(self.headers, body, Receiver.secret)
        self.send_response(204 if genuine else 401)
        self.end_headers()
        if genuine:
            message = json.loads(body)
            with Receiver.arrived:
                # The same message may come twice.
                Receiver.messages.setdefault(message["data"].get("taskId"), message)
                Receiver.arrived.notify_all()

    def log_message(self, *_):
        pass


photo, film = sys.argv[1:3]
address = sys.argv[3] if len(sys.argv) > 3 else f"http://127.0.0.1:{PORT}/"
receiver = HTTPServer(("127.0.0.1", PORT), Receiver)
order = json.dumps({"url": address, "events": ["video.succeeded", "video.failed"]}).encode()
webhook = call("POST", "/webhooks", order, {"Content-Type": "application/json"})
Receiver.secret = webhook["secret"]
threading.Thread(target=receiver.serve_forever, daemon=True).start()
try:
    task = send_photo(photo)
    with Receiver.arrived:
        Receiver.arrived.wait_for(lambda: task in Receiver.messages, timeout=600)
    message = Receiver.messages.get(task)
    if message is None:
        sys.exit("No message came within ten minutes.")
    if message["type"] == "video.failed":
        sys.exit(message["data"]["error"])
    with urlopen(message["data"]["downloadUrl"]) as response, open(film, "wb") as file:
        file.write(response.read())
    print(film)
finally:
    call("DELETE", "/webhooks/" + webhook["id"])
