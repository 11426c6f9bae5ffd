const IMAGE = /^data:image\/(?:png|webp|gif|jpe?g|svg\+xml)(?:;[\w.=-]+)*,/i
/** Characters; the icons of wallets are 96 pixels wide. */
const MAX_LENGTH = 256 * 1024

/** A picture that carries its own bytes, for an `<img>` alone: there nothing in it runs. Undefined for all else. */
export function imageDataUri(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= MAX_LENGTH && IMAGE.test(value) ? value : undefined
}
