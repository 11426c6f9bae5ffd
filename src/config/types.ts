import type { QueryClient } from '@tanstack/react-query'
import type { Config as WagmiConfig } from 'wagmi'
import type { Address } from '../lib/address.ts'

/** The kinds of router the widget knows. */
export type RouterCodecName = 'sluice' | 'route-description' | 'none'

/**
 * A chain the widget offers. Addresses are plain strings, as in every field a host writes: what is no address is
 * refused at mount.
 */
export interface ChainConfig {
  /** EIP-155 chain id. */
  id: number
  /** The interfaces' name of the chain, e.g. `ethereum`. */
  name: string
  /** What a person reads; defaults to `name`. */
  label?: string
  /** Tried in order. The widget reads balances and simulates through these. */
  rpcUrls: readonly string[]
  /** Defaults to Ether, ETH, 18. */
  nativeCurrency?: { name: string; symbol: string; decimals: number }
  /** The only contract the widget will call or approve. Without it the chain shows prices and cannot execute. */
  routerAddress?: string
  /**
   * How the router's calldata is decoded. `sluice` (default): the settlement of this repository. `route-description`:
   * a router whose `swap` takes an executor, a description of the route and interactions; the minimum is enforced,
   * and the RPC has to simulate, since such a router does not measure what arrives. `none`: any other router, verified
   * by simulation alone; no minimum can be enforced, and the person is told before Confirm.
   */
  codec?: RouterCodecName
  /** Block explorer, e.g. `https://etherscan.io`. */
  explorerUrl?: string
  /**
   * The stable token that counts as one dollar: USD values are measured against it. Default: USDC (USDT on BNB) on
   * Ethereum, OP, BNB, Polygon, Base, Arbitrum and Avalanche by their ids. Without one, USD values are unknown.
   */
  usdToken?: string
  /** The ERC-20 that the native token is worth, e.g. WETH. Default: known for the same chains. */
  wrappedNative?: string
  /**
   * Factories of the pools that USD prices are read from through `rpcUrls`, beside what the service says: `v2` as in
   * Uniswap V2 (`getPair`), `v3` as in Uniswap V3 (`getPool`). Default: known for the same chains; `{}` reads none.
   */
  priceFactories?: { v2?: readonly string[]; v3?: readonly string[] }
}

/** A token by its chain and address. Native tokens go by `0xEeee…EEeE`. */
export interface TokenId {
  chainId: number
  address: Address
}

/**
 * USD prices of one whole token each, in the order asked; `undefined` is unknown.
 * A rejection, an answer of another length and one that takes longer than 5 s leave all of them unknown.
 */
export type PriceSource = (
  tokens: readonly TokenId[],
  options: { signal: AbortSignal },
) => Promise<readonly (number | null | undefined)[]>

/** A token a form side starts with. */
export interface TokenChoice {
  chainId?: number
  /** Native tokens go by `0xEeee…EEeE`. */
  token?: string
}

/** What the host writes. Everything but `integrator`, `chains` and the service URLs has a default. */
export interface WidgetConfig {
  /** `uniquePID`: who integrates, for attribution. */
  integrator: string
  /** Sent as `x-api-key`. */
  apiKey?: string
  /** Router base URL, e.g. `https://api.example.com/router`. */
  baseUrl: string
  yieldUrl?: string
  tokensUrl: string
  exchangeRatesUrl: string
  chains: readonly ChainConfig[]
  /** The pair and amount the form starts with. `amount` is a decimal string in whole tokens. */
  input?: TokenChoice & { amount?: string }
  output?: TokenChoice
  /** Default 50 (0.5 %). */
  slippageBps?: number
  /** Partner fee in basis points of the output, 0 to 1000, and who earns it. */
  partner?: { address: string; feeBps: number }
  /** How often the price is polled, in milliseconds. Default 10,000; least 2,000. */
  priceRefreshMs?: number
  /** How much worse than shown, in basis points, a firm quote may be before the person is asked again. Default 10. */
  quoteToleranceBps?: number
  /**
   * What to do where nothing tells what a trade would bring: its RPC cannot simulate, and its `codec` is not `sluice`.
   * Default `enforce`: refuse to sign. `warn`: the person may sign after saying that they know what was not checked.
   */
  verification?: 'enforce' | 'warn'
  /** Default `system`. */
  theme?: 'light' | 'dark' | 'system'
  /** Overrides of the theme contract, by name without prefix, e.g. `{ accent: '#0a5' }`. */
  themeTokens?: Record<string, string>
  /** BCP 47 tag; default the browser's. Decides decimal separators and words. */
  locale?: string
  /**
   * The host's own USD prices. What the service says a trade is worth is compared with them; where they disagree, the
   * worse value counts. Keep the function stable between renders.
   */
  priceSource?: PriceSource
  /**
   * The tokens the host vouches for, e.g. the `tokens` of a token list. With it, every other token counts as
   * unlisted, whatever the catalogue says; native tokens are always listed. Default: what the catalogue holds.
   */
  listedTokens?: readonly TokenId[]
  /** Hosts by name from which token logos may be loaded by https, e.g. `['cdn.example.com']`. Default none: a drawn avatar. */
  logoHosts?: readonly string[]
  /** A host's own wagmi config; otherwise the surrounding provider's, otherwise our own. */
  wagmiConfig?: WagmiConfig
  /** A host's own react-query client; otherwise our own. */
  queryClient?: QueryClient
}

/** What the code reads: every default filled in, every value checked. */
export interface ResolvedConfig
  extends Required<
    Omit<
      WidgetConfig,
      | 'apiKey'
      | 'yieldUrl'
      | 'partner'
      | 'priceSource'
      | 'listedTokens'
      | 'wagmiConfig'
      | 'queryClient'
      | 'chains'
      | 'input'
      | 'output'
    >
  > {
  apiKey: string | undefined
  yieldUrl: string | undefined
  partner: { address: Address; feeBps: number } | undefined
  priceSource: PriceSource | undefined
  /** Addresses in lower case. */
  listedTokens: readonly TokenId[] | undefined
  wagmiConfig: WagmiConfig | undefined
  queryClient: QueryClient | undefined
  chains: readonly [ResolvedChain, ...ResolvedChain[]]
  input: { chainId: number; token: Address | undefined; amount: string }
  output: { chainId: number; token: Address | undefined }
}

export interface ResolvedChain {
  id: number
  name: string
  label: string
  rpcUrls: readonly [string, ...string[]]
  nativeCurrency: { name: string; symbol: string; decimals: number }
  routerAddress: Address | undefined
  codec: RouterCodecName
  explorerUrl: string | undefined
  usdToken: Address | undefined
  wrappedNative: Address | undefined
  /** Undefined: what is known of the chain. */
  priceFactories: { v2: readonly Address[]; v3: readonly Address[] } | undefined
}
