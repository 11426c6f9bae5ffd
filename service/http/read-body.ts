import { invalidParameter, ServiceError } from '../lib/service-error.ts'

const MAX_BODY_BYTES = 16 * 1024

/** Reads the text of a JSON request: 415 for another type, 413 when too long, 400 when not UTF-8. */
export async function readBody(request: Request, maxBytes = MAX_BODY_BYTES): Promise<string> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new ServiceError(415, 'Content-Type must be application/json')
  const bytes = await readBytes(request, maxBytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalidParameter('body')
  }
}

/**
 * With a `Content-Length`, which the server enforces, reads the body without a stream, because that
 * is cheaper.
 */
async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const length = request.headers.get('content-length')
  if (length === null) return readStream(request.body, maxBytes)
  if (!(Number(length) <= maxBytes)) throw tooLarge()
  const bytes = new Uint8Array(await request.arrayBuffer())
  if (bytes.byteLength > maxBytes) throw tooLarge()
  return bytes
}

async function readStream(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.byteLength
    if (length > maxBytes) {
      // A failed cancel does not matter.
      reader.cancel().catch(() => undefined)
      throw tooLarge()
    }
    chunks.push(value)
  }
  return Buffer.concat(chunks)
}

function tooLarge(): ServiceError {
  return new ServiceError(413, 'Request body too large')
}
