/**
 * Returns the id of a heading. The code of an error stays as it is, because errors link to it:
 * `CONFIG_INVALID`.
 */
export function toAnchor(title: string): string {
  if (/^[A-Z_]+$/.test(title)) return title
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
