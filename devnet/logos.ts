import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'

/** Logos of the devnet's tokens and chains, served from this machine. */
export interface Logos {
  /** Name and port, for `logoHosts`. */
  host: string
  /** Returns the logo of a token by its symbol, or of a chain by its name. */
  uri(name: string): string | undefined
  stop(): Promise<void>
}

/**
 * Icons of `@iconify-json/token-branded` by token or chain. The widget draws an avatar for all
 * others.
 */
const ICONS: Record<string, string> = {
  ETH: 'eth-background',
  WETH: 'eth',
  USDC: 'usdc-background',
  USDT: 'usdt-background',
  DAI: 'dai-background',
  WBTC: 'wbtc-background',
  LINK: 'link-background',
  EURC: 'eurc-background',
  MKR: 'mkr-background',
  ethereum: 'ethereum-background',
  base: 'base-background',
}
/** Background of icons without their own. */
const BACKGROUND = '#d9d2f0'

/** Serves the logos on a free port of the loopback interface. */
export async function startLogos(): Promise<Logos> {
  const icons = readIcons()
  const server = createServer((request, response) => {
    const icon = icons.get(request.url ?? '')
    response.writeHead(icon ? 200 : 404, {
      'content-type': icon ? 'image/svg+xml' : 'text/plain',
      // Prevents scripts in a picture that is opened as a page.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'cache-control': 'max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
    })
    response.end(icon ?? 'Unknown logo')
  })
  server.unref()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `localhost:${(server.address() as AddressInfo).port}`
  return {
    host,
    uri: (name) => (icons.has(toPath(name)) ? `http://${host}${toPath(name)}` : undefined),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The pictures by path. */
function readIcons(): Map<string, string> {
  const require = createRequire(import.meta.url)
  const file = require.resolve('@iconify-json/token-branded/icons.json')
  const set = JSON.parse(readFileSync(file, 'utf8')) as {
    icons: Record<string, { body: string }>
    width: number
    height: number
  }
  return new Map(
    Object.entries(ICONS).flatMap(([name, icon]) => {
      const body = set.icons[icon]?.body
      if (!body) return []
      const size = `width="${set.width}" height="${set.height}"`
      const background = icon.endsWith('-background') ? '' : `<rect ${size} fill="${BACKGROUND}"/>`
      const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${set.width} ${set.height}" ${size}>${background}${body}</svg>`
      return [[toPath(name), picture]]
    }),
  )
}

function toPath(name: string): string {
  return `/${name.toLowerCase()}.svg`
}
