import * as aave from '@aave-dao/aave-address-book'
import icons from '@iconify-json/token-branded/icons.json' with { type: 'json' }
import tokenList from '@uniswap/default-token-list/build/uniswap-default.tokenlist.json' with { type: 'json' }
import { PRESETS as BY_NAME } from '../../service/presets/presets.ts'
import type { Logo, LogoShape } from '../../src/components/token-picture.tsx'
import { BASE, ETHEREUM, LISTED } from '../../src/testing/fixtures/fixture-tokens.ts'
import { NATIVE_TOKEN } from '../../wire/lib/address.ts'

const PRESETS = Object.values(BY_NAME)

/** Icons of `@iconify-json/token-branded` (MIT) by the name of their logo. */
const ICONS: Record<string, string> = {
  AAVE: 'aave',
  ARB: 'arbitrum-one',
  AVAX: 'avax',
  BNB: 'bnb',
  CAKE: 'cake',
  CBETH: 'cbeth',
  COMP: 'comp',
  DAI: 'dai',
  ENS: 'ens',
  EURC: 'eurc',
  FDUSD: 'fdusd',
  FRAX: 'frax',
  GHO: 'gho',
  GMX: 'gmx',
  GNO: 'gno',
  GRT: 'grt',
  LDO: 'ldo',
  LINK: 'link',
  LUSD: 'lusd',
  MKR: 'mkr',
  MNT: 'mnt',
  OP: 'op',
  PENDLE: 'pendle',
  POL: 'pol',
  PYUSD: 'pyusd',
  S: 'sonic',
  SHIB: 'shib',
  SNX: 'snx',
  TBTC: 'tbtc',
  UNI: 'uni',
  USDC: 'usdc',
  USDE: 'usde',
  USDT: 'usdt',
  WBTC: 'wbtc',
  berachain: 'berachain',
  gnosis: 'gnosis',
  linea: 'linea',
  scroll: 'scroll',
  taiko: 'taiko',
  unichain: 'unichain',
}

const DIAMOND = 'M12 2.5 6 12.3l6 3.5 6-3.5zM6 13.6l6 8 6-8-6 3.5z'
const DIAMOND_SIDE = 'M12 2.5v7.1l6 2.7zM12 9.6v6.2l6-3.5zM12 17.1v4.5l6-8z'
const DROP = 'M12 4.2 8.1 10.4 12 12.7l3.9-2.3zM7.3 11.6a5.6 5.6 0 1 0 9.4 0L12 14.5z'
const BITCOIN =
  'M9 5.2h4.1c2.2 0 3.6 1.3 3.6 3.2 0 1.3-.7 2.2-1.7 2.7 1.4.4 2.3 1.5 2.3 3 0 2.2-1.6 3.7-4.1 3.7H9zm2.2 1.9v3.3h1.7c1 0 1.6-.6 1.6-1.7s-.6-1.6-1.6-1.6zm0 5.2v3.6h1.9c1.2 0 1.9-.6 1.9-1.8s-.7-1.8-1.9-1.8zM10.5 3.6h1.3v2h-1.3zm2.4 0h1.3v2h-1.3zm-2.4 13.8h1.3v3h-1.3zm2.4 0h1.3v3h-1.3z'

/** Logos that the icon set lacks, or draws in another form than the token's own. */
const DRAWN: Record<string, Logo> = {
  ETH: [['#627eea'], ['#fff', DIAMOND, 0.75], ['#fff', DIAMOND_SIDE, 0.35]],
  WETH: [['#ec1c79'], ['#fff', DIAMOND, 0.75], ['#fff', DIAMOND_SIDE, 0.35]],
  WSTETH: [['#dff3ff'], ['#0a7fd6', DROP]],
  RETH: [
    ['#ff6a3d'],
    [
      '#fff',
      'M12 3.8c2.8 2 4 5 4 8.4l-1.7 3.6H9.7L8 12.2c0-3.4 1.2-6.4 4-8.4zm0 5a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zM10.4 17h3.2L12 20.4z',
      1,
      1,
    ],
  ],
  WEETH: [['#2a1d5c'], ['#b99cff', DIAMOND, 0.9], ['#fff', DIAMOND_SIDE, 0.5]],
  CBBTC: [['#0052ff'], ['#fff', BITCOIN, 1, 1]],
  BTCB: [['#f0b90b'], ['#fff', BITCOIN, 1, 1]],
  CRV: [
    ['#1b2f6b'],
    ['#ff5a5f', 'M5 15.5C7.5 7 15 4.5 19 9.5l-2.2 1.8C14 7.8 9.500 9.6 8 16.300z'],
    ['#ffd447', 'M8 16.300C9.500 9.600 14 7.800 16.800 11.300l-2.1 1.7c-1.600-1.900-3.500-1-4.300 4z'],
    ['#4fd17a', 'M10.400 17c.8-5 2.700-5.900 4.300-4l1.500 1.900c-1.200-1.100-2.600-.6-3.300 2.600z'],
  ],
  base: [
    ['#0052ff'],
    [
      '#fff',
      'M11.900 20.500c4.700 0 8.500-3.800 8.500-8.500s-3.800-8.500-8.500-8.500c-4.500 0-8.100 3.400-8.500 7.700h11.300v1.600H3.400c.4 4.300 4 7.700 8.500 7.700z',
    ],
  ],
  BAL: [
    ['#1e1e1e'],
    [
      '#fff',
      'M12 5.800c2.500 0 4.500.8 4.500 1.900s-2 1.900-4.500 1.900-4.500-.8-4.500-1.900 2-1.900 4.500-1.900zM8.200 9.700c.9.500 2.300.8 3.800.8s2.900-.3 3.800-.8c1.300.4 2.100 1 2.100 1.700 0 1.300-2.600 2.300-5.900 2.300s-5.900-1-5.900-2.300c0-.7.8-1.300 2.100-1.700zM6.700 13.200c1.200.8 3.200 1.200 5.400 1.200s4.100-.5 5.300-1.200c1.400.5 2.300 1.300 2.300 2.100 0 1.700-3.400 3-7.700 3s-7.700-1.200-7.700-2.900c0-.9.9-1.700 2.400-2.200z',
    ],
  ],
  SDAI: [
    ['#1c8a5a'],
    [
      '#fff',
      'M7 6h4.800c3 0 5 1.500 5.800 3.700H19v1.300h-1.100a8 8 0 0 1 0 2H19v1.300h-1.400C16.800 16.500 14.800 18 11.800 18H7v-3.700H5.500V13H7v-2H5.500V9.700H7zm1.600 1.500v2.200h7.200c-.7-1.400-2.100-2.200-4-2.200zm0 3.500v2h7.700a6 6 0 0 0 0-2zm0 3.300v2.200h3.200c1.900 0 3.300-.8 4-2.200z',
      1,
      1,
    ],
  ],
  SUSDE: [
    ['#5b5bd6'],
    [
      '#fff',
      'M12 4.500a7.500 7.500 0 1 1 0 15 7.500 7.500 0 0 1 0-15zm0 1.500a6 6 0 1 0 0 12 6 6 0 0 0 0-12zm-.7 1.500h1.400v1.100c1.400.3 2.200 1.200 2.200 2.600h-1.400c0-.8-.5-1.300-1.500-1.300s-1.500.4-1.500 1.100c0 .6.400.9 1.400 1.100l.9.200c1.500.3 2.300 1 2.300 2.300s-.9 2.200-2.400 2.400v1.200h-1.400V17c-1.500-.2-2.400-1.200-2.400-2.700h1.400c0 .9.600 1.400 1.700 1.400 1 0 1.600-.4 1.600-1.100 0-.6-.400-.9-1.300-1.100l-.9-.2c-1.500-.3-2.300-1.100-2.300-2.300 0-1.300.900-2.100 2.200-2.400z',
      1,
      1,
    ],
  ],
  USDS: [
    ['#f58220'],
    [
      '#fff',
      'M8.300 9.200C8.300 7 9.900 5.600 12.300 5.600c2.200 0 3.700 1.200 3.900 3.100h-2c-.2-.8-.9-1.300-1.900-1.300-1.200 0-1.900.6-1.900 1.500 0 .8.5 1.200 1.900 1.600l1.300.4c2 .6 2.900 1.600 2.900 3.300 0 2.500-1.800 4.200-4.300 4.200-2.500 0-4.200-1.300-4.400-3.500h2.100c.2 1 1 1.600 2.300 1.600s2.200-.8 2.200-1.900c0-.9-.5-1.400-1.900-1.800l-1.300-.4c-2-.5-2.900-1.500-2.900-3.200z',
    ],
  ],
  HYPE: [
    ['#072723'],
    [
      '#97fce4',
      'M5 12c0-3 1.200-5 3.200-5 2.400 0 2.600 3 3.800 3s1.400-3 3.800-3c2 0 3.200 2 3.200 5s-1.200 5-3.200 5c-2.400 0-2.600-3-3.800-3s-1.400 3-3.800 3C6.200 17 5 15 5 12z',
    ],
  ],
  blast: [
    ['#101010'],
    [
      '#fcfc03',
      'M7.500 6H19l-1.200 3.600-2.300 1.400 1.500.9L15.600 16l-3.200 2H5l1.400-4.400h6.800l.4-1.200H6.800l.6-2h6.800l.4-1.200H6.200z',
    ],
  ],
}

/** Logos of tokens by their symbol in upper case, where it is not the logo's name. */
const ALIASES: Record<string, string> = {
  'DAI.E': 'DAI',
  MATIC: 'POL',
  USDBC: 'USDC',
  'USDC.E': 'USDC',
  USDT0: 'USDT',
  WAVAX: 'AVAX',
  WBNB: 'BNB',
  WMATIC: 'POL',
  WMNT: 'MNT',
  WPOL: 'POL',
  WS: 'S',
  WXDAI: 'DAI',
  XDAI: 'DAI',
  // Names of assets in Aave's address book.
  AAVEE: 'AAVE',
  DAIE: 'DAI',
  LINKE: 'LINK',
  USDCE: 'USDC',
  USDCN: 'USDC',
  WBTCE: 'WBTC',
  WETHE: 'WETH',
}

/** Logos of chains that are a token's, by the chain's name. */
const CHAIN_LOGOS: Record<string, string> = {
  arbitrum: 'ARB',
  avalanche: 'AVAX',
  bnb: 'BNB',
  ethereum: 'ETH',
  hyperevm: 'HYPE',
  mantle: 'MNT',
  optimism: 'OP',
  polygon: 'POL',
  sonic: 'S',
}

export interface LogoTables {
  logos: Record<string, Logo>
  /** Names of logos by chain id and address in lower case. */
  tokens: Record<string, Record<string, string>>
  /** Names of logos by chain id. */
  chains: Record<string, string>
}

interface Asset {
  chainId: number
  address: string
  symbol: string
}

/** Returns the logos and the tokens and chains that they belong to. */
export function createLogoTables(): LogoTables {
  const logos = { ...Object.fromEntries(Object.entries(ICONS).map(toLogo)), ...DRAWN }
  const known = new Set([...PRESETS.map(({ id }) => id), ETHEREUM, BASE])
  const tokens: LogoTables['tokens'] = {}
  for (const { chainId, address, symbol } of [...listAssets(), ...listNatives(), ...LISTED]) {
    const upper = symbol.toUpperCase()
    const name = ALIASES[upper] ?? upper
    if (!known.has(chainId) || !Object.hasOwn(logos, name)) continue
    tokens[chainId] ??= {}
    tokens[chainId][address.toLowerCase()] = name
  }
  const chains = Object.fromEntries(
    PRESETS.map(({ id, name }) => [id, CHAIN_LOGOS[name] ?? name]).filter(([, name]) =>
      Object.hasOwn(logos, String(name)),
    ),
  )
  return { logos, tokens, chains: { ...chains, [ETHEREUM]: 'ETH', [BASE]: 'base' } }
}

/** Lists the tokens of Uniswap's default list and of Aave's markets, and the presets' wrappers. */
function listAssets(): Asset[] {
  const markets = Object.entries(aave).flatMap(([market, book]) => {
    const { CHAIN_ID, ASSETS } = book as {
      CHAIN_ID?: number
      ASSETS?: Record<string, { UNDERLYING: string }>
    }
    if (!/^AaveV3[A-Z][A-Za-z]+$/.test(market) || !CHAIN_ID || !ASSETS) return []
    // Bitcoin on Avalanche is another token than on BNB Chain, and "ETH" there is wrapped.
    return Object.entries(ASSETS)
      .filter(([symbol]) => symbol !== 'BTCb')
      .map(([symbol, { UNDERLYING }]) => ({
        chainId: CHAIN_ID,
        address: UNDERLYING,
        symbol: symbol === 'ETH' ? 'WETH' : symbol,
      }))
  })
  const wrappers = PRESETS.map(({ id, weth, nativeCurrency: { symbol } }) => ({
    chainId: id,
    address: weth,
    symbol: `W${symbol}`,
  }))
  return [...tokenList.tokens, ...markets, ...wrappers]
}

function listNatives(): Asset[] {
  return PRESETS.map(({ id, nativeCurrency: { symbol } }) => ({ chainId: id, address: NATIVE_TOKEN, symbol }))
}

/** Reads the shapes of an icon. A gradient becomes its first color. */
function toLogo([name, icon]: [string, string]): [string, Logo] {
  const body = (icons.icons as Record<string, { body: string }>)[`${icon}-background`]?.body
  if (!body) throw new Error(`@iconify-json/token-branded has no icon "${icon}-background".`)
  const [drawn = '', defs = ''] = body.split('<defs>')
  const colorOf = (fill: string) =>
    fill.startsWith('url(')
      ? (defs.split(`id="${fill.slice(5, -1)}"`)[1]?.match(/stop-color="([^"]+)"/)?.[1] ?? '#000')
      : fill
  const shapes = [...drawn.matchAll(/<path ([^>]*)\/>/g)].map(([, text = '']): LogoShape => {
    const read = (attribute: string) => new RegExp(`(?:^| )${attribute}="([^"]*)"`).exec(text)?.[1]
    const opacity = Number(read('fill-opacity') ?? read('opacity') ?? 1)
    const isEvenOdd = read('fill-rule') === 'evenodd'
    const shape = [colorOf(read('fill') ?? '#000'), read('d') ?? ''] as const
    if (isEvenOdd) return [...shape, opacity, 1]
    return opacity === 1 ? [...shape] : [...shape, opacity]
  })
  const [ground, ...rest] = shapes
  // The first path fills the square, which the avatar draws as its background.
  return ground?.[1] === 'M24 0H0v24h24z' ? [name, [[ground[0]], ...rest]] : [name, [['#fff'], ...shapes]]
}

/** Returns the text of `src/components/logos/logos.json`, without formatting. */
export function describeLogos(): string {
  return `${JSON.stringify(createLogoTables())}\n`
}
