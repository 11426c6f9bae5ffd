/** A response with a JSON body. Safari supports `Response.json` only since version 17. */
export function toJsonResponse(body: unknown, { status = 200 } = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}
