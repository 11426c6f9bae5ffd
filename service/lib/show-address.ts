/** Shorter parts of an address are words such as `mainnet`, which also occur in other text. */
export const MIN_KEY_LENGTH = 16

/** An opening quote, a scheme, and the rest. */
const PARTS = /^([\s"'`<]*)((?:[a-z][a-z0-9+.-]{0,14}:\/{1,2})?)(.*)$/is
const HOST = /^(?:\[[0-9a-f:.]+\]|[\w-]+(?:\.[\w-]+)*\.?)(?::\d{1,5})?$/i
const WORDS = /^(?:[a-z]+|[a-z0-9]{1,15})(?:[-_](?:[a-z]+|[a-z0-9]{1,15}))*$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Returns the scheme and host of a node address for messages, and replaces the rest, which may
 * contain a key, with `…`. Also accepts text that is not a URL, such as an address without scheme
 * or in quotes.
 */
export function showAddress(text: string): string {
  const [, opening = '', scheme = '', rest = ''] = PARTS.exec(text) ?? []
  const afterUser = rest.replace(/^[^/?#\\]*@/, '')
  const [host = ''] = afterUser.split(/[/?#\\\s"'`<>,;&]/, 1)
  // A password may contain characters that end a host. A long word without scheme may be a key.
  const isHost =
    HOST.test(host) &&
    !afterUser.includes('@') &&
    (scheme || host.length < MIN_KEY_LENGTH || /[.:]/.test(host))
  const shown = `${opening}${scheme}${isHost ? redactHost(host) : ''}`
  return shown === text ? text : `${shown}…`
}

/** Redacts labels of a host that look like keys, because some providers put the key there. */
export function redactHost(host: string): string {
  return host
    .split(/([.:])/)
    .map((label) => (isKey(label) ? '[redacted]' : label))
    .join('')
}

function isKey(label: string): boolean {
  return label.length >= MIN_KEY_LENGTH && (!WORDS.test(label) || UUID.test(label))
}
