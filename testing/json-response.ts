/** A response with a JSON body. Safari has `Response.json` since version 17 only. */
export function toJsonResponse(body: unknown, { status = 200 } = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}
