import type { QueryClient } from '@tanstack/react-query'
import type { CreateConnectorFn, Config as WagmiConfig } from 'wagmi'
import type { Address } from '../../wire/lib/address.ts'
import type { Token } from '../events/types.ts'
import type { Language } from '../i18n/languages.ts'
import type { LanguageMessages } from '../i18n/types.ts'
import type { ThemeTokens } from '../theme/contract.ts'
import type { FIXABLE_SETTINGS } from './defaults.ts'
import type { PerChain } from './per-chain.ts'
import type { ListedTokenKeys } from './resolve-listed-tokens.ts'

/** The supported kinds of router. */
export type RouterCodecName = 'sluice' | 'route-description' | 'none'

/**
 * A chain the widget offers. Addresses are plain strings, as in every field of a host's config; an
 * invalid address is rejected at mount with `CONFIG_INVALID`.
 * @example
 * const chain: ChainConfig = {
 *   id: 8453,
 *   name: 'base',
 *   label: 'Base',
 *   rpcUrls: ['https://rpc.example.com'],
 *   routerAddress: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
 *   explorerUrl: 'https://basescan.org',
 * }
 */
export interface ChainConfig {
  /** EIP-155 chain id. */
  id: number
  /** The name of the chain in the service interfaces, e.g. `ethereum`. */
  name: string
  /** The displayed name. Default `name`. */
  label?: string
  /** RPC URLs, tried in order. Used to read balances and to simulate swaps. */
  rpcUrls: readonly string[]
  /** Default Ether, ETH, 18 decimals. */
  nativeCurrency?: { name: string; symbol: string; decimals: number }
  /**
   * The only contract the widget will call or approve. Without it the chain shows prices and cannot
   * execute.
   */
  routerAddress?: string
  /**
   * How the router's calldata is decoded. `sluice` (default): the settlement of this repository.
   * `route-description`: a router whose `swap` takes an executor, a description of the route and
   * interactions; the minimum is enforced, and the RPC has to simulate, because such a router does
   * not measure the received amount. `none`: any other router, verified by simulation only; no
   * minimum can be enforced, and the user sees a warning before Confirm.
   */
  codec?: RouterCodecName
  /** Block explorer, e.g. `https://etherscan.io`. */
  explorerUrl?: string
  /**
   * The chain's logo, shown as a badge on its tokens if several chains are configured. Its host has
   * to be one of `logoHosts`. Chains of the service's presets have a logo of their own that needs no
   * URL. Default for other chains: the first letter of `label`.
   * @example 'https://cdn.example.com/chains/base.svg'
   */
  logoUri?: string
  /**
   * The stable token valued at one dollar; USD prices are measured against it. Default: USDC (USDT
   * on BNB) on Ethereum, OP, BNB, Polygon, Base, Arbitrum and Avalanche by their ids. Without one,
   * USD values are unknown.
   */
  usdToken?: string
  /**
   * The contract that wraps the native token one to one by `deposit()` and `withdraw(uint256)`,
   * e.g. WETH. The widget calls it to wrap and unwrap, without the service and without a fee; USD
   * prices are read through its pools. Default: preset for the same chains. Without one, wrapping
   * is a swap like any other.
   */
  wrappedNative?: string
  /**
   * Factories of the pools from which USD prices are read through `rpcUrls`, independently of the
   * service: `v2` as in Uniswap V2 (`getPair`), `v3` as in Uniswap V3 (`getPool`). Default: preset
   * for the same chains; `{}` reads none.
   */
  priceFactories?: { v2?: readonly string[]; v3?: readonly string[] }
  /**
   * The Universal Resolver of ENS on this chain, through which recipient names are resolved, for
   * this and all other configured chains. Off-chain names are not resolved. Default: preset for
   * Ethereum.
   * @example '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe'
   */
  ensResolver?: string
  /**
   * Private RPCs that the settings may offer to the user's wallet, as whole URLs. They are
   * offered only if the service offers them for this chain too. A wallet that accepts one sends and
   * reads through it on every site, so list only RPCs that you would use yourself. Default none:
   * nothing is offered, and no request is sent to the service.
   * @example ['https://rpc.mevblocker.io/fullprivacy']
   */
  privateRpcs?: readonly string[]
}

/**
 * A token by its chain and address. The address of native tokens is `0xEeee…EEeE`.
 * @example
 * const ether: TokenId = { chainId: 1, address: NATIVE_TOKEN }
 */
export interface TokenId {
  /** EIP-155 chain id. */
  chainId: number
  address: Address
}

/**
 * Returns the USD price of one whole unit of each token, in the order of `tokens`; `undefined` and
 * `null` are unknown. After a rejection, a result of another length or a timeout of 5 s, all prices
 * are unknown.
 * @example
 * const priceSource: PriceSource = async (tokens, { signal }) => {
 *   const ids = tokens.map(({ chainId, address }) => `${chainId}:${address}`).join()
 *   const response = await fetch(`https://prices.example.com/usd?ids=${ids}`, { signal })
 *   return response.json()
 * }
 */
export type PriceSource = (
  tokens: readonly TokenId[],
  options: { signal: AbortSignal },
) => Promise<readonly (number | null | undefined)[]>

/**
 * A part of the form that a host can lock, as listed in `lockedFields`.
 * @example
 * const lockedFields: LockableField[] = ['output', 'recipient']
 */
export type LockableField = 'input' | 'output' | 'amount' | 'recipient'

/**
 * A wallet that a wagmi connector reaches, as listed in `connectors`.
 * @example
 * const connector: HostConnector = {
 *   id: 'walletConnect',
 *   name: 'WalletConnect',
 *   load: async () => (await import('wagmi/connectors')).walletConnect({ projectId: 'your-project-id' }),
 * }
 */
export interface HostConnector {
  /** Unique among the connectors. */
  id: string
  /** Shown in the list of wallets. */
  name: string
  /** A data: URI. Default: a generic wallet icon. */
  icon?: string
  /** Creates the connector. Called when the wallet is chosen. */
  load: () => CreateConnectorFn | Promise<CreateConnectorFn>
}

/** How a widget is displayed: inline on the page, or in a dialog. */
export type DisplayMode = 'inline' | 'modal' | 'drawer' | 'floating'

/**
 * A part of the swap page that a host can hide. Parts that a user needs to judge a trade cannot be
 * hidden.
 * @example
 * const hidden: HideablePart[] = ['wallet', 'settings']
 */
export type HideablePart = 'settings' | 'wallet' | 'flip' | 'balanceShares' | 'verifiedLine'

/** A setting that a host can fix, named as in `settingUpdated`. */
export type FixableSetting = (typeof FIXABLE_SETTINGS)[number]

/** The offered tokens. Addresses are plain strings; `0xEeee…EEeE` is the native token. */
export interface TokenChoiceRules {
  /** The only tokens offered. Default: all. */
  allow?: readonly string[]
  /** Tokens never offered, even if `allow` names them. Default: none. */
  deny?: readonly string[]
}

/**
 * The tokens of a chain that a user may choose, on both sides.
 * @example
 * const stablesOnly: TokenRulesConfig = {
 *   output: {
 *     allow: ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
 *   },
 * }
 */
export interface TokenRulesConfig extends TokenChoiceRules {
  /**
   * Tokens shown first, in this order, as the popular ones. Default: the catalogue's first tokens.
   */
  featured?: readonly string[]
  /**
   * Additional rules for the token paid. A pair flipped against them is shown like one of
   * `forbiddenPairs`. Default: none.
   */
  input?: TokenChoiceRules
  /** Additional rules for the token received. Default: none. */
  output?: TokenChoiceRules
}

/**
 * A token paid and a token received. Addresses are plain strings; `0xEeee…EEeE` is the native
 * token.
 * @example
 * const pair: TokenPair = {
 *   chainId: 1,
 *   input: NATIVE_TOKEN,
 *   output: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
 * }
 */
export interface TokenPair {
  /** EIP-155 chain id. */
  chainId: number
  input: string
  output: string
}

/**
 * How the service searches for a route; sent with each price and quote.
 * @example
 * const routing: RoutingConfig = { modulesDisabled: ['balancer-v2'], surgeProtection: true }
 */
export interface RoutingConfig {
  /** Ids of the only liquidity modules to use, as listed by `/liquidity`; at most 64. Default: all. */
  modulesFilter?: readonly string[]
  /** Ids of liquidity modules not to use; at most 64. Default: none. */
  modulesDisabled?: readonly string[]
  /**
   * Rejects a trade of which less than 90 % would remain if it were sold back immediately. Default
   * false. The user then sees the error `SURGE_PROTECTION` instead of signing.
   */
  surgeProtection?: boolean
  /** A smaller search: a faster response, possibly a worse price. Default false. */
  fastMode?: boolean
}

/**
 * How a swap may be allowed to take its input. Each option is a choice of the host; the approved
 * amount is always shown.
 * @example
 * const approvals: ApprovalsConfig = { unlimited: true, permits: false }
 */
export interface ApprovalsConfig {
  /**
   * True lets the user choose unlimited approvals in the settings. Default false: every approval is
   * for exactly the amount of its swap.
   */
  unlimited?: boolean
  /**
   * True replaces the approval transaction by a signature (EIP-2612, Permit2) if token, account and
   * router support it. Default true. The signature allows exactly the amount of its swap, for a few
   * minutes.
   */
  permits?: boolean
  /**
   * True sends approval and swap as one batch (EIP-5792) if the wallet reports that it executes
   * batches atomically. Default true.
   */
  batches?: boolean
}

/**
 * The price impact, in basis points, from which it is colored, and from which a warning is shown.
 * `notice` may be as high as `high`.
 * @example
 * const impact: ImpactConfig = { notice: 100, high: 300 }
 */
export interface ImpactConfig {
  notice?: number
  high?: number
}

/**
 * Limits of the share of value a trade loses, in basis points. They can only be stricter than the defaults.
 * @example
 * const valueLossBps: ValueLossConfig = { warn: 100, confirm: 300, block: 2000 }
 */
export interface ValueLossConfig {
  warn?: number
  confirm?: number
  block?: number
}

/**
 * A wallet's provider (EIP-1193).
 * @example
 * const { ethereum } = window as { ethereum?: HostProvider }
 * const widget = ethereum && <SwapWidget {...config} provider={ethereum} />
 */
export interface HostProvider {
  request(args: { method: string; params?: unknown }): Promise<unknown>
  on?: ListenerMethod
  removeListener?: ListenerMethod
}

/** The type of a method, so that a provider may accept only the names of its own events. */
type ListenerMethod = {
  change(event: string, listener: (...args: never[]) => void): void
}['change']

/**
 * An approval that will be requested from the wallet next. Frozen.
 * @example
 * const hooks: WidgetHooks = { onBeforeApproval: ({ kind }: ApprovalRequest) => kind !== 'approval' }
 */
export interface ApprovalRequest {
  /** The same id as in the events of the swap. */
  routeId: string
  chainId: number
  account: Address
  token: Token
  /** The contract that may then take the token: the `routerAddress` of the chain. */
  spender: Address
  /**
   * `permit`: a signature is requested, not a transaction. `batch`: approval and swap are one
   * request, which follows.
   */
  kind: 'approval' | 'permit' | 'batch'
  /** Base units as a decimal string; `0` first resets an old approval, if the token requires it. */
  amount: string
}

/**
 * A verified swap that will be requested from the wallet next. Frozen; amounts are base units as
 * decimal strings.
 * @example
 * const hooks: WidgetHooks = {
 *   onBeforeSwap: ({ maxInputAmount }: SwapRequest) => BigInt(maxInputAmount) <= 10n ** 18n,
 * }
 */
export interface SwapRequest {
  routeId: string
  chainId: number
  account: Address
  receiver: Address
  inputToken: Token
  outputToken: Token
  /**
   * The amount the account is expected to pay. This and the other amounts are base units as decimal
   * strings.
   */
  inputAmount: string
  /** The most the call can take: more than `inputAmount` for a purchase. */
  maxInputAmount: string
  /** The amount the receiver is expected to get. */
  outputAmount: string
  /** The least the contract pays out; absent with codec `none`. */
  minOutputAmount?: string
  /** The contract that is called: the `routerAddress` of the chain. */
  router: Address
  /** Units of the native token sent along, in wei. */
  value: string
}

/**
 * Called before each transaction of a swap is requested, but not before an approval is removed.
 * Returning `false` or throwing stops the swap with `HOST_REJECTED`, and so does a response that
 * takes longer than 20 s. The quote must still be fresh after the response. May be an instance of a
 * class.
 * @example
 * const hooks: WidgetHooks = {
 *   async onBeforeSwap({ account }) {
 *     const response = await fetch(`https://api.example.com/allowed/${account}`)
 *     return response.ok
 *   },
 * }
 */
export interface WidgetHooks {
  onBeforeApproval?: (request: ApprovalRequest) => boolean | undefined | Promise<boolean | undefined>
  /** Called for wrapping and unwrapping too: compare the tokens. */
  onBeforeSwap?: (request: SwapRequest) => boolean | undefined | Promise<boolean | undefined>
}

/**
 * The initial token of one side of the form.
 * @example
 * const input: TokenChoice = { chainId: 1, token: NATIVE_TOKEN }
 */
export interface TokenChoice {
  /** EIP-155 chain id. Default: the first chain. */
  chainId?: number
  /** Address; `0xEeee…EEeE` for the native token. */
  token?: string
}

/**
 * The fields that a host can set in the form of a running widget. Omitted fields stay.
 * @example
 * const fields: FormFields = { output: { token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' }, amount: '1.5' }
 */
export interface FormFields {
  input?: TokenChoice
  output?: TokenChoice
  /** A decimal string in whole input tokens; empty clears the field. */
  amount?: string
  /**
   * Only if `recipient` of the config allows one. `null` sends the output to the connected account
   * again.
   */
  recipient?: string | null
}

/**
 * The config of a widget. All fields except `integrator`, `chains` and the service URLs are
 * optional. An invalid one is rejected with `CONFIG_INVALID`, whose details contain the path and
 * the received value.
 * @example
 * const config: WidgetConfig = {
 *   integrator: 'my-dapp',
 *   baseUrl: 'https://api.example.com/router',
 *   tokensUrl: 'https://api.example.com/tokens',
 *   exchangeRatesUrl: 'https://api.example.com/rates',
 *   chains: [
 *     {
 *       id: 1,
 *       name: 'ethereum',
 *       rpcUrls: ['https://rpc.example.com'],
 *       routerAddress: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
 *     },
 *   ],
 *   input: { chainId: 1, token: NATIVE_TOKEN, amount: '1.5' },
 *   slippageBps: 50,
 * }
 */
export interface WidgetConfig {
  /**
   * The integrator's id, sent as `uniquePID` for attribution. Required.
   * @example 'my-dapp'
   */
  integrator: string
  /**
   * Separates the browser storage (settings, the chosen wallet) of two widgets of one `integrator`.
   * 1 to 128 printable characters without spaces. Default: `integrator`, so that widgets on several
   * pages of a site share it.
   * @example 'my-dapp-treasury'
   */
  storageKey?: string
  /**
   * Sent as `x-api-key` with each request to the service. Every visitor of the page can read it.
   * Default: no key.
   * @example 'pk_my-dapp'
   */
  apiKey?: string
  /**
   * Base URL of the router, which returns prices and quotes. Required.
   * @example 'https://api.example.com/router'
   */
  baseUrl: string
  /**
   * Base URL of the yield interface. With it, lending and vault tokens show their yield: recent
   * APY, APY after the deposit, total deposits. A swap never waits for it. Default: no yields are
   * shown.
   * @example 'https://api.example.com/yield'
   */
  yieldUrl?: string
  /**
   * Base URL of the token catalogue, which lists, searches and names tokens. Required.
   * @example 'https://api.example.com/tokens'
   */
  tokensUrl: string
  /**
   * Base URL of the exchange rates: the USD values of balances, amounts and fees. Without a
   * response they are unknown, and no swap waits for them. Required.
   * @example 'https://api.example.com/rates'
   */
  exchangeRatesUrl: string
  /**
   * The chains offered, at least one; the first is the initial one unless `input` sets another.
   * Required.
   * @example
   * [{
   *   id: 1,
   *   name: 'ethereum',
   *   rpcUrls: ['https://rpc.example.com'],
   *   routerAddress: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
   * }]
   */
  chains: readonly ChainConfig[]
  /**
   * The initial input token, and the amount to pay: a decimal string in whole tokens. Default: the
   * first chain, no token and no amount.
   * @example { chainId: 1, token: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', amount: '1.5' }
   */
  input?: TokenChoice & { amount?: string }
  /**
   * The initial output token, and the exact amount to receive: a decimal string in whole tokens, in
   * place of `input.amount`. Not on a chain with the codec `none`, where no maximum can be
   * enforced. And the initial recipient, if `recipient` is `optional` or `required`: an address,
   * never a name. Default: the connected account.
   * @example { token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', amount: '100' }
   */
  output?: TokenChoice & { amount?: string; recipient?: string }
  /**
   * The amount that the user enters; the other one is computed. `sell`: the amount paid. `buy`: the
   * exact amount received, on chains whose codec is not `none`; the config, `setFields` and a link
   * then cannot set an amount to pay. Default `both`.
   * @example 'buy'
   */
  tradeType?: 'sell' | 'buy' | 'both'
  /**
   * Parts of the form the user cannot change: the `input` token, the `output` token, the `amount`,
   * the `recipient`. Each needs its value in `input` or `output`. With any of the first three the
   * pair cannot be flipped. A locked recipient is shown on the form, and checked and shown whole in
   * the review like any other. A change fills the form from the config again. Default: none.
   * @example ['output']
   */
  lockedFields?: readonly LockableField[]
  /**
   * The initial slippage limit in basis points, 0 to 5000, or limits by chain id. Default 50 (0.5 %).
   * @example { 1: 30, 8453: 100 }
   */
  slippageBps?: PerChain<number>
  /**
   * The limits of the user's choice of slippage, in basis points, 0 to 5000. Default `{ min: 0,
   * max: 5000 }`. A choice restored from storage is moved inside; without a `slippageBps`, so is
   * its default. A limit above `valueLossBps.confirm`, or above 500, needs an acknowledgement in
   * the review.
   * @example { min: 10, max: 300 }
   */
  slippageBoundsBps?: { min?: number; max?: number }
  /**
   * Partner fee in basis points of the output, 0 to 1000, and the address that earns it; or both by
   * chain id. Default: none.
   * @example { 1: { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', feeBps: 20 } }
   */
  partner?: PerChain<{ address: string; feeBps: number }>
  /**
   * How the service searches for routes, which rejects unknown module ids. Default: all modules, a
   * full search.
   * @example { modulesDisabled: ['uniswap-v2'], surgeProtection: true }
   */
  routing?: RoutingConfig
  /**
   * Polling interval of the price, in milliseconds, 2,000 to 600,000. Default 10,000.
   * @example 20_000
   */
  priceRefreshMs?: number
  /**
   * How long after its quote a swap may still be executed on chain, in seconds, 30 to 604,800.
   * Default 300. It includes the time to read the wallet's prompt. A contract account, whose
   * signers may take hours, has at least a day, unless the user chose a deadline. The transaction
   * cannot carry a longer one. Or values by chain id.
   * @example 86_400
   */
  deadlineSeconds?: PerChain<number>
  /**
   * How much worse than shown a firm quote may be before the user has to confirm again, in basis
   * points. Default 10.
   * @example 5
   */
  quoteToleranceBps?: number
  /**
   * The behavior if the received amount cannot be verified: the RPC cannot simulate, and `codec` is
   * not `sluice`. Default `enforce`: the swap is not signed. `warn`: the user may sign after
   * acknowledging a warning.
   * @example 'warn'
   */
  verification?: 'enforce' | 'warn'
  /**
   * How much of the value paid a trade may lose, network cost included, in basis points. Above
   * `warn` (0 to 1000, default 500) the form shows the loss, above `confirm` (0 to 1000, default
   * 500) the review needs an acknowledgement, above `block` (0 to 10000, default none) the swap is
   * rejected. `warn` <= `confirm` <= `block`; the defaults follow.
   * @example { warn: 100, confirm: 300, block: 1_500 }
   */
  valueLossBps?: ValueLossConfig
  /**
   * The price impact from which it is colored as noticeable (`notice`, 1 to 500, default 100) and
   * from which a warning is shown (`high`, 1 to 500, default 500), in basis points. `notice` <=
   * `high`; the default of `notice` follows.
   * @example { notice: 50, high: 200 }
   */
  impactBps?: ImpactConfig
  /**
   * True shows the checked balance changes and one more button before the wallet opens: once for
   * each swap, before its approval if it needs one. Default false: the user may turn it on in the
   * settings.
   * @example true
   */
  pauseBeforeSigning?: boolean
  /**
   * How the input may be approved. Default `{ unlimited: false, permits: true, batches: true }`:
   * exact amounts, in one step with the swap or by a signature if that is possible.
   * @example { unlimited: true }
   */
  approvals?: ApprovalsConfig
  /**
   * The behavior if the USD value of a side is unknown or comes only from the service: neither the
   * chain's pools nor `priceSource` return it. Default `confirm`: the review needs an
   * acknowledgement. `block`: the swap is rejected.
   * @example 'block'
   */
  unknownPrice?: 'confirm' | 'block'
  /**
   * The minimum value of a trade in US dollars: the value paid, as the form shows it. Below it the
   * form shows the minimum and offers no review. An open review stays open, whatever the minimum
   * becomes. An unknown value is not below; wrapping has no minimum. Default 0: none.
   * @example 5
   */
  minAmountUsd?: number
  /**
   * Where the output can be sent. `hidden` (default): only to the connected account. `optional`:
   * the user may enter another recipient. `required`: a recipient has to be entered before the
   * review.
   * @example 'optional'
   */
  recipient?: 'hidden' | 'optional' | 'required'
  /**
   * How the widget is displayed. `inline` (default): in its place on the page. `modal`: in a dialog
   * in the middle of the screen, which `open()` of the handle opens. `drawer`: in one at the end of
   * the line, from below on a narrow screen. `floating`: a button in the corner of the screen that
   * opens one. A running swap continues in a closed dialog.
   * @example 'modal'
   */
  mode?: DisplayMode
  /**
   * The color scheme; the user may choose another one in the settings. `system`: the scheme of the
   * device. Default `system`.
   * @example 'dark'
   */
  theme?: 'light' | 'dark' | 'system'
  /**
   * Overrides of the theme by token name, or a preset of `@sluice/widget/themes`. CSS values;
   * `light-dark(a, b)` sets the color of both schemes. Default: none.
   * @example { accent: 'light-dark(#0a7d4b, #4fdc9b)', radius: '8px' }
   */
  themeTokens?: ThemeTokens
  /**
   * `sluice` (default): the widget's own typeface, Figtree, of 17 kB, which loads after the first
   * paint. Texts in other scripts than Latin use the fonts of the device. `inherit`: the font of
   * the surrounding page. `themeTokens.fontFamily` replaces either.
   * @example 'inherit'
   */
  font?: 'sluice' | 'inherit'
  /**
   * Parts of the swap page not shown: the `settings` button (stored choices are then ignored), the
   * `wallet` button of a connected account, the `flip` button, the `balanceShares` of 25 % to Max,
   * the `verifiedLine`. The minimum, the warnings and the review are always shown. Default: none.
   * @example ['wallet', 'verifiedLine']
   */
  hidden?: readonly HideablePart[]
  /**
   * Settings the user cannot change, because the config decides them: they are not shown, and
   * stored choices are ignored. Named as in the event `settingUpdated`. Default: none.
   * @example ['slippageBps', 'theme']
   */
  fixedSettings?: readonly FixableSetting[]
  /**
   * BCP 47 tag: the language of the texts, if the widget has it, and the formats of numbers and
   * dates; digits are 0 to 9. The user may choose another language in the settings. Default: the
   * browser's.
   * @example 'pt-BR'
   */
  locale?: string
  /**
   * The languages offered, in the order of the list in the settings. If the language of `locale` is
   * not among them, the texts are in the first. With a single one the setting is hidden. Default: all
   * twenty, English first.
   * @example ['de', 'fr', 'it', 'en']
   */
  languages?: readonly Language[]
  /**
   * Texts in place of the widget's own by key; `messages-en.ts` and `page-messages-en.ts` in
   * `src/i18n` contain the keys and their `{params}`. A text may have plural forms, e.g. `{ one,
   * other }`. They are for `locale`: a visitor who picks another language does not see them. Texts
   * under the tag of a language are for that language, and win. Default: the widget's own texts.
   * @example { 'swap.title': 'Trade', 'tokens.found': { one: '{count} match', other: '{count} matches' } }
   * @example { de: { 'swap.title': 'Handeln' }, fr: { 'swap.title': 'Négocier' } }
   */
  messages?: LanguageMessages
  /**
   * The host's own USD prices. The service's values of a trade are compared with them; if they
   * disagree, the worse value counts. Pass a stable function reference. Default: none.
   * @example async (tokens) => tokens.map(({ address }) => pricesUsd[address])
   */
  priceSource?: PriceSource
  /**
   * The tokens the host trusts: a published token list, or its `tokens`. With it, every other token
   * counts as unlisted, even if the catalogue lists it; native tokens are always listed. Entries
   * that cannot be EVM tokens are skipped, with one warning in the console. Default: the tokens of
   * the catalogue.
   * @example tokenList.tokens
   */
  listedTokens?: ListedTokens
  /**
   * The tokens a user may choose, by chain id. No search finds a token that is not allowed, and the
   * `input` and `output` of a new widget must not contain it; in a running one it is removed from
   * the form. Allowed and featured tokens count as trusted, like `listedTokens`. Default: all
   * tokens. With `input` and `output` a rule is for one side: tokens to pay with, tokens to
   * receive.
   * @example
   * {
   *   1: {
   *     deny: ['0xdAC17F958D2ee523a2206206994597C13D831ec7'],
   *     output: { allow: ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'] },
   *   },
   * }
   */
  tokens?: Record<number, TokenRulesConfig>
  /**
   * True lets a user choose unlisted tokens, after a warning. With `false` searches, also for an
   * address, find listed tokens only, previously accepted tokens are not offered, and the pair of a
   * link or of the last visit is ignored unless both tokens are known to be listed. Listed are the
   * tokens of the catalogue or, with it, of `listedTokens`, and the tokens in this config. Does not
   * affect `setFields`. Default true.
   * @example false
   */
  tokenImport?: boolean
  /**
   * Pairs that cannot be swapped in the given direction: no price is requested, and the form shows
   * why. The `input` and `output` of a new widget must not be one of them. Default: none.
   * @example
   * [{
   *   chainId: 1,
   *   input: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
   *   output: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
   * }]
   */
  forbiddenPairs?: readonly TokenPair[]
  /**
   * Hosts from which logos of tokens and chains may be loaded: by https, or by http from
   * `localhost` for development. The package itself has logos of common tokens, matched by chain
   * and address, and of chains; other tokens without a logo show a letter. Default: the host of
   * `tokensUrl`.
   * @example ['cdn.example.com']
   */
  logoHosts?: readonly string[]
  /**
   * Where users get help: an https or mailto URL. With it, "Contact support" beside every support
   * id is a link that opens the URL in a new tab. Default: a button that copies the id. Both emit
   * `contactSupport`.
   * @example 'https://example.com/support'
   */
  supportUrl?: string
  /**
   * Keeps tokens and amount in the query of the page's URL (`chainId`, `input`, `output`, `amount`
   * or `outputAmount`), so that a link opens the same trade; the link overrides `input` and
   * `output`, never `lockedFields`. A text is a prefix of those names, which two widgets on one
   * page need. A recipient is never read from a URL. Default false.
   * @example 'swap-'
   */
  urlSync?: boolean | string
  /**
   * Stores the last tokens in the browser, under `storageKey`, and starts with them if `input` and
   * `output` set no token. Default false.
   * @example true
   */
  persistTokens?: boolean
  /**
   * How the end of a swap is announced while the page is hidden. `title` (default): in front of the
   * document's title, until the page is visible. `system`: also by a notification of the browser,
   * which the user allows with a button beside a pending swap; there is never a prompt on load. In
   * a cross-origin frame this equals `title`. `off`: not announced.
   * @example 'system'
   */
  notifyEnd?: 'off' | 'title' | 'system'
  /**
   * Functions of the host that can stop an approval or a swap before the wallet opens. Pass stable references.
   * Default: none.
   * @example { onBeforeSwap: async ({ account }) => isAllowed(account) }
   */
  hooks?: WidgetHooks
  /**
   * Opens the host's own dialog to connect a wallet: the button "Connect wallet" calls it instead
   * of listing wallets. The connected wallet has to reach the widget through the surrounding wagmi
   * provider, `wagmiConfig` or `provider`. Default: the widget lists wallets itself.
   * @example openConnectModal
   */
  onConnect?: () => void
  /**
   * Further wallets of the widget's own list, by connectors of wagmi, such as WalletConnect and
   * Coinbase. `load` is called when its wallet is chosen, and on later pages until it is
   * disconnected: no code of it is loaded before, or is part of this package. Not used with
   * `provider` or a wagmi config, which have their own connectors. Default: none.
   * @example
   * [{
   *   id: 'walletConnect',
   *   name: 'WalletConnect',
   *   load: async () => (await import('wagmi/connectors/walletConnect')).walletConnect({ projectId }),
   * }]
   */
  connectors?: readonly HostConnector[]
  /**
   * The host's wallet as an EIP-1193 provider. The widget uses it instead of any other, follows its
   * permitted account without a prompt, and requests permission only when the user connects. Not
   * together with `wagmiConfig`. Default: none.
   * @example wallet.provider
   */
  provider?: HostProvider
  /**
   * The wagmi config to use. `null`: the widget's own wallets, also inside a wagmi provider, which
   * is then neither read nor changed. Default: the config of the surrounding provider, otherwise
   * the widget's own.
   * @example null
   */
  wagmiConfig?: WagmiConfig | null
  /**
   * The react-query client to use. Default: the client of the surrounding provider, otherwise the
   * widget's own.
   * @example queryClient
   */
  queryClient?: QueryClient
}

/** Entries of a token list. Other fields are ignored. */
type ListedTokenEntries = readonly { chainId: number; address: string }[]
type ListedTokens = ListedTokenEntries | { tokens: ListedTokenEntries }

/** The validated config with every default filled in. */
export interface ResolvedConfig
  extends Required<
    Omit<
      WidgetConfig,
      | 'apiKey'
      | 'yieldUrl'
      | 'partner'
      | 'priceSource'
      | 'listedTokens'
      | 'slippageBoundsBps'
      | 'valueLossBps'
      | 'impactBps'
      | 'supportUrl'
      | 'onConnect'
      | 'urlSync'
      | 'provider'
      | 'tokens'
      | 'forbiddenPairs'
      | 'wagmiConfig'
      | 'queryClient'
      | 'chains'
      | 'input'
      | 'output'
    >
  > {
  apiKey: string | undefined
  yieldUrl: string | undefined
  /** Keyed by chain id. */
  partner: Readonly<Record<number, { address: Address; feeBps: number }>>
  slippageBoundsBps: { min: number; max: number }
  valueLossBps: { warn: number; confirm: number; block: number | undefined }
  impactBps: Required<ImpactConfig>
  approvals: Required<ApprovalsConfig>
  priceSource: PriceSource | undefined
  listedTokens: Readonly<ListedTokenKeys> | undefined
  supportUrl: string | undefined
  /** Addresses in lower case. */
  tokens: Record<
    number,
    ResolvedTokenChoice & {
      featured: readonly Address[]
      input?: ResolvedTokenChoice | undefined
      output?: ResolvedTokenChoice | undefined
    }
  >
  onConnect: (() => void) | undefined
  /** The prefix of the names in the query; undefined if the URL is not used. */
  urlSync: string | undefined
  provider: HostProvider | undefined
  forbiddenPairs: readonly { chainId: number; input: Address; output: Address }[]
  /** `null`: only the widget's own wallets, also inside a wagmi provider. */
  wagmiConfig: WagmiConfig | null | undefined
  queryClient: QueryClient | undefined
  chains: readonly [ResolvedChain, ...ResolvedChain[]]
  input: { chainId: number; token: Address | undefined; amount: string }
  /** At most one of the two amounts is set. */
  output: { chainId: number; token: Address | undefined; amount: string; recipient: Address | undefined }
}

interface ResolvedTokenChoice {
  allow: readonly Address[] | undefined
  deny: readonly Address[]
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
  logoUri: string | undefined
  usdToken: Address | undefined
  wrappedNative: Address | undefined
  /** Undefined: use the preset of the chain. */
  priceFactories: { v2: readonly Address[]; v3: readonly Address[] } | undefined
  ensResolver: Address | undefined
  privateRpcs: readonly string[]
}
