/** The error for an unsuccessful response: its status, and its body or status text. */
export async function responseError(response: Response): Promise<Error> {
  return new Error(
    statusMessage(response.status, response.statusText, await response.text().catch(() => '')),
  );
}

/** `status: body text`, or `status: status text` if the body is empty. */
export function statusMessage(status: number, statusText: string, body: string): string {
  return `${status}: ${body || statusText}`;
}
