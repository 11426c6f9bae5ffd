const IMAGE = /^data:image\/(?:png|webp|gif|jpe?g|svg\+xml)(?:;[\w.=-]+)*,/i
/** Maximum characters. Wallet icons are 96 pixels wide. */
const MAX_LENGTH = 256 * 1024

/**
 * The value if it is a data URI of an image, otherwise undefined. For `<img>` only, where scripts
 * in an SVG do not run.
 */
export function imageDataUri(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= MAX_LENGTH && IMAGE.test(value) ? value : undefined
}
