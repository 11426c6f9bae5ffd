import type { QueryClient } from '@tanstack/react-query'
import type { CreateConnectorFn, Config as WagmiConfig } from 'wagmi'
import type { Token } from '../events/types.ts'
import type { Language } from '../i18n/languages.ts'
import type { LanguageMessages } from '../i18n/types.ts'
import type { Address } from '../lib/address.ts'
import type { ThemeTokens } from '../theme/contract.ts'
import type { FIXABLE_SETTINGS } from './defaults.ts'
import type { PerChain } from './per-chain.ts'
import type { ListedTokenKeys } from './resolve-listed-tokens.ts'

/** The supported kinds of router. */
export type RouterCodecName = 'sluice' | 'route-description' | 'none'

/**
 * A chain the widget offers. Addresses are plain strings, as in every field of a host's config; an invalid address is
 * rejected at mount with `CONFIG_INVALID`.
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
  /** The interfaces' name of the chain, e.g. `ethereum`. */
  name: string
  /** The displayed name. Default `name`. */
  label?: string
  /** RPC URLs, tried in order. Used to read balances and to simulate swaps. */
  rpcUrls: readonly string[]
  /** Default Ether, ETH, 18 decimals. */
  nativeCurrency?: { name: string; symbol: string; decimals: number }
  /** The only contract the widget will call or approve. Without it the chain shows prices and cannot execute. */
  routerAddress?: string
  /**
   * How the router's calldata is decoded. `sluice` (default): the settlement of this repository. `route-description`:
   * a router whose `swap` takes an executor, a description of the route and interactions; the minimum is enforced,
   * and the RPC has to simulate, since such a router does not measure what the receiver gets. `none`: any other router,
   * verified by simulation alone; no minimum can be enforced, and the user sees a warning before Confirm.
   */
  codec?: RouterCodecName
  /** Block explorer, e.g. `https://etherscan.io`. */
  explorerUrl?: string
  /**
   * The chain's logo, shown as a badge on its tokens where several chains are configured. Its host has to be one of
   * `logoHosts`. Default: the first letter of `label`.
   * @example 'https://cdn.example.com/chains/base.svg'
   */
  logoUri?: string
  /**
   * The stable token valued at one dollar; USD prices are measured against it. Default: USDC (USDT on BNB) on
   * Ethereum, OP, BNB, Polygon, Base, Arbitrum and Avalanche by their ids. Without one, USD values are unknown.
   */
  usdToken?: string
  /**
   * The contract that wraps the native token one to one by `deposit()` and `withdraw(uint256)`, e.g. WETH. The widget calls
   * it to wrap and unwrap, without the service and without a fee; USD prices are read through its pools. Default: preset
   * for the same chains. Without one, wrapping is a swap like any other.
   */
  wrappedNative?: string
  /**
   * Factories of the pools from which USD prices are read through `rpcUrls`, independently of the service: `v2` as in
   * Uniswap V2 (`getPair`), `v3` as in Uniswap V3 (`getPool`). Default: preset for the same chains; `{}` reads none.
   */
  priceFactories?: { v2?: readonly string[]; v3?: readonly string[] }
  /**
   * The Universal Resolver of ENS on this chain, through which names of recipients are looked up, for this and all other
   * configured chains. Names whose records are on a server are not followed. Default: preset for Ethereum.
   * @example '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe'
   */
  ensResolver?: string
  /**
   * Private RPCs that the settings may offer to the person's wallet, as whole URLs: those of them that the service offers for this chain
   * too. A wallet that takes one up sends and reads through it for every site, so name those that you would use yourself.
   * Default none: nothing is offered, and the service is not asked.
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
 * Returns the USD price of one whole unit of each token, in the order of `tokens`; `undefined` and `null` are unknown.
 * After a rejection, a result of another length or a timeout of 5 s, all prices are unknown.
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
 * A part of the form that a host can lock, as named in `lockedFields`.
 * @example
 * const lockedFields: LockableField[] = ['output', 'recipient']
 */
export type LockableField = 'input' | 'output' | 'amount' | 'recipient'

/**
 * A wallet that a connector of wagmi reaches, as named in `connectors`.
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
  /** A data: URI. Default: a sign for any wallet. */
  icon?: string
  /** Makes the connector. Called when the wallet is chosen. */
  load: () => CreateConnectorFn | Promise<CreateConnectorFn>
}

/** Where a widget is: in its place on the page, or in a dialog. */
export type DisplayMode = 'inline' | 'modal' | 'drawer' | 'floating'

/**
 * A part of the swap page that a host can hide. What a user needs to judge a trade cannot be hidden.
 * @example
 * const hidden: HideablePart[] = ['wallet', 'settings']
 */
export type HideablePart = 'settings' | 'wallet' | 'flip' | 'balanceShares' | 'verifiedLine'

/** A setting that a host can keep from the user, named as in `settingUpdated`. */
export type FixableSetting = (typeof FIXABLE_SETTINGS)[number]

/** Which tokens are offered. Addresses are plain strings; `0xEeee…EEeE` is the native token. */
export interface TokenChoiceRules {
  /** The only tokens offered. Default: all. */
  allow?: readonly string[]
  /** Tokens never offered, even if `allow` names them. Default: none. */
  deny?: readonly string[]
}

/**
 * Which tokens of a chain a user may choose, on both sides.
 * @example
 * const stablesOnly: TokenRulesConfig = {
 *   output: {
 *     allow: ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
 *   },
 * }
 */
export interface TokenRulesConfig extends TokenChoiceRules {
  /** Tokens shown first, in this order, as the popular ones. Default: those the catalogue ranks first. */
  featured?: readonly string[]
  /** What holds for the token paid besides. A pair flipped against it is told like one of `forbiddenPairs`. Default: nothing. */
  input?: TokenChoiceRules
  /** What holds for the token received besides. Default: nothing. */
  output?: TokenChoiceRules
}

/**
 * A token paid and a token received. Addresses are plain strings; `0xEeee…EEeE` is the native token.
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
 * How the service looks for a route; sent with each price and quote.
 * @example
 * const routing: RoutingConfig = { modulesDisabled: ['balancer-v2'], surgeProtection: true }
 */
export interface RoutingConfig {
  /** Ids of the only liquidity modules to use, as listed by `/liquidity`; at most 64. Default: all. */
  modulesFilter?: readonly string[]
  /** Ids of liquidity modules not to use; at most 64. Default: none. */
  modulesDisabled?: readonly string[]
  /**
   * Refuses a trade of which less than 90 % would come back if it were sold back at once. Default false. The user then
   * reads the error `SURGE_PROTECTION` instead of signing.
   */
  surgeProtection?: boolean
  /** A smaller search: a faster answer, perhaps a worse price. Default false. */
  fastMode?: boolean
}

/**
 * How a swap may be allowed to take its input. Each is a choice of the host; what is approved is always shown.
 * @example
 * const approvals: ApprovalsConfig = { unlimited: true, permits: false }
 */
export interface ApprovalsConfig {
  /**
   * Whether the user may choose unlimited approvals in the settings. Default false: every approval is for exactly the
   * amount of its swap.
   */
  unlimited?: boolean
  /**
   * Whether a signature (EIP-2612, Permit2) replaces the approval transaction where token, account and router support it.
   * Default true. It allows exactly the amount of its swap, for a few minutes.
   */
  permits?: boolean
  /**
   * Whether approval and swap are sent as one batch (EIP-5792) where the wallet says that it executes batches atomically.
   * Default true.
   */
  batches?: boolean
}

/**
 * The price impact, in basis points, from which it is colored, and warned of. `notice` may be as high as `high`.
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
  on?(event: string, listener: (...args: never[]) => void): void
  removeListener?(event: string, listener: (...args: never[]) => void): void
}

/**
 * An approval that the wallet is about to be asked for. Frozen.
 * @example
 * const hooks: WidgetHooks = { onBeforeApproval: ({ kind }: ApprovalRequest) => kind !== 'approval' }
 */
export interface ApprovalRequest {
  /** As in the events of the swap. */
  routeId: string
  chainId: number
  account: Address
  token: Token
  /** The contract that may then take the token: the `routerAddress` of the chain. */
  spender: Address
  /** `permit`: a signature is asked for, not a transaction. `batch`: approval and swap are one request, asked for next. */
  kind: 'approval' | 'permit' | 'batch'
  /** Base units as a decimal string; `0` clears an old approval first, where the token insists. */
  amount: string
}

/**
 * A swap that the wallet is about to be asked for, as verified. Frozen; amounts are base units as decimal strings.
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
  /** What the account is expected to pay. This and the other amounts are base units as decimal strings. */
  inputAmount: string
  /** What the call can take at most: more than `inputAmount` for a purchase. */
  maxInputAmount: string
  /** What the receiver is expected to get. */
  outputAmount: string
  /** What the contract pays out at least; absent with codec `none`. */
  minOutputAmount?: string
  /** The contract that is called: the `routerAddress` of the chain. */
  router: Address
  /** Units of the native token sent along, in wei. */
  value: string
}

/**
 * Asked before each transaction of a swap is requested; removing an approval is not. Returning `false` or throwing stops the swap with `HOST_REJECTED`, and so does
 * an answer that takes longer than 20 s. The quote has to be still fresh after the answer. May be an instance of a class.
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
  /** Wrapping and unwrapping are swaps too: compare the tokens. */
  onBeforeSwap?: (request: SwapRequest) => boolean | undefined | Promise<boolean | undefined>
}

/**
 * The initial token of one side of the form.
 * @example
 * const input: TokenChoice = { chainId: 1, token: NATIVE_TOKEN }
 */
export interface TokenChoice {
  /** EIP-155 chain id. Default: that of the first chain. */
  chainId?: number
  /** Address; `0xEeee…EEeE` for the native token. */
  token?: string
}

/**
 * What a host can set in the form of a running widget. What is not given stays.
 * @example
 * const fields: FormFields = { output: { token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' }, amount: '1.5' }
 */
export interface FormFields {
  input?: TokenChoice
  output?: TokenChoice
  /** A decimal string in whole input tokens; empty clears the field. */
  amount?: string
  /** Where `recipient` of the config allows one. `null` sends the output to the connected account again. */
  recipient?: string | null
}

/**
 * The config of a widget. All fields but `integrator`, `chains` and the service URLs are optional. An invalid one is rejected
 * with `CONFIG_INVALID`, whose details name the path and the value received.
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
   * Separates what two widgets of one `integrator` keep in the browser (settings, the chosen wallet). 1 to 128 printable
   * characters without spaces. Default: `integrator`, so that widgets on several pages of a site share them.
   * @example 'my-dapp-treasury'
   */
  storageKey?: string
  /**
   * Sent as `x-api-key` with each request to the service. Everybody who opens the page can read it. Default: none is sent.
   * @example 'pk_my-dapp'
   */
  apiKey?: string
  /**
   * Base URL of the router, which prices and quotes come from. Required.
   * @example 'https://api.example.com/router'
   */
  baseUrl: string
  /**
   * Base URL of the yield interface. With it, lending and vault tokens show what they earn: recent APY, APY after the
   * deposit, total deposits. A swap never waits for it. Default: nothing is said of yields.
   * @example 'https://api.example.com/yield'
   */
  yieldUrl?: string
  /**
   * Base URL of the token catalogue, which tokens are listed, searched and named by. Required.
   * @example 'https://api.example.com/tokens'
   */
  tokensUrl: string
  /**
   * Base URL of the exchange rates: the USD values of balances, amounts and fees. Without an answer they are unknown, and no
   * swap waits for them. Required.
   * @example 'https://api.example.com/rates'
   */
  exchangeRatesUrl: string
  /**
   * The chains offered, at least one; the first is the initial one unless `input` names another. Required.
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
   * The initial input token, and the amount to pay: a decimal string in whole tokens. Default: the first chain, no token and
   * no amount.
   * @example { chainId: 1, token: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', amount: '1.5' }
   */
  input?: TokenChoice & { amount?: string }
  /**
   * The initial output token, and the exact amount to receive: a decimal string in whole tokens, in place of
   * `input.amount`. Not on a chain with the codec `none`, where no maximum can be enforced. And the initial recipient,
   * where `recipient` is `optional` or `required`: an address, never a name. Default: the connected account.
   * @example { token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', amount: '100' }
   */
  output?: TokenChoice & { amount?: string; recipient?: string }
  /**
   * Which amount is entered, the other follows from it. `sell`: what is paid. `buy`: the exact amount received, on chains
   * whose codec is not `none`; the config, `setFields` and a link can then name no amount to pay. Default `both`.
   * @example 'buy'
   */
  tradeType?: 'sell' | 'buy' | 'both'
  /**
   * Parts of the form the user cannot change: the `input` token, the `output` token, the `amount`, the `recipient`. Each
   * needs its value in `input` or `output`. With any of the first three the pair cannot be flipped. A locked recipient is
   * shown on the form, and checked and shown whole in the review like any other. A change fills the form from the config
   * again. Default: none.
   * @example ['output']
   */
  lockedFields?: readonly LockableField[]
  /**
   * The initial slippage limit in basis points, 0 to 5000, or limits by chain id. Default 50 (0.5 %).
   * @example { 1: 30, 8453: 100 }
   */
  slippageBps?: PerChain<number>
  /**
   * The limits of what the user may choose as slippage, in basis points, 0 to 5000. Default `{ min: 0, max: 5000 }`. A
   * choice restored from storage is moved inside; without a `slippageBps`, so is its default. A limit above
   * `valueLossBps.confirm`, or above 500, needs an acknowledgement in the review.
   * @example { min: 10, max: 300 }
   */
  slippageBoundsBps?: { min?: number; max?: number }
  /**
   * Partner fee in basis points of the output, 0 to 1000, and who earns it; or both by chain id. Default: none.
   * @example { 1: { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', feeBps: 20 } }
   */
  partner?: PerChain<{ address: string; feeBps: number }>
  /**
   * How routes are searched for. Unknown module ids are refused by the service. Default: all modules, a full search.
   * @example { modulesDisabled: ['uniswap-v2'], surgeProtection: true }
   */
  routing?: RoutingConfig
  /**
   * Polling interval of the price, in milliseconds, 2,000 to 600,000. Default 10,000.
   * @example 20_000
   */
  priceRefreshMs?: number
  /**
   * How long after its quote a swap may still be executed on chain, in seconds, 30 to 604,800. Default 300. It includes
   * the time to read the wallet's prompt. A contract account, whose signers may take hours, has at least a day, unless the
   * user chose a deadline. The transaction cannot carry a longer one. Or values by chain id.
   * @example 86_400
   */
  deadlineSeconds?: PerChain<number>
  /**
   * How much worse than shown a firm quote may be before the user is asked again, in basis points. Default 10.
   * @example 5
   */
  quoteToleranceBps?: number
  /**
   * What to do where the received amount cannot be verified: the RPC cannot simulate, and `codec` is not `sluice`.
   * Default `enforce`: refuse to sign. `warn`: the user may sign after acknowledging a warning.
   * @example 'warn'
   */
  verification?: 'enforce' | 'warn'
  /**
   * How much of the value paid a trade may lose, network cost included, in basis points. Above `warn` (0 to 1000, default
   * 1000) the form shows the loss, above `confirm` (0 to 1000, default 1000) the review needs an acknowledgement, above
   * `block` (0 to 10000, default none) the swap is refused. `warn` <= `confirm` <= `block`; the defaults follow.
   * @example { warn: 100, confirm: 300, block: 1_500 }
   */
  valueLossBps?: ValueLossConfig
  /**
   * From how much price impact on it is colored as noticeable (`notice`, 1 to 500, default 100) and warned of (`high`, 1 to
   * 500, default 500), in basis points. `notice` <= `high`; the default of `notice` follows.
   * @example { notice: 50, high: 200 }
   */
  impactBps?: ImpactConfig
  /**
   * Whether the user sees the checked balance changes and presses one more button before the wallet opens: once for each swap,
   * before its approval where it needs one. Default false: the user may turn it on in the settings.
   * @example true
   */
  pauseBeforeSigning?: boolean
  /**
   * How the input may be approved. Default `{ unlimited: false, permits: true, batches: true }`:
   * exact amounts, in one step with the swap or by a signature where that is possible.
   * @example { unlimited: true }
   */
  approvals?: ApprovalsConfig
  /**
   * What to do where the USD value of a side is unknown or named by the service alone: neither the chain's pools nor
   * `priceSource` know it. Default `confirm`: the review needs an acknowledgement. `block`: the swap is refused.
   * @example 'block'
   */
  unknownPrice?: 'confirm' | 'block'
  /**
   * What a trade has to be worth at least, in US dollars: the value of what is paid, as the form shows it. Below it the form
   * says so and offers no review. A review that is open goes on, whatever the minimum becomes. A value that nobody knows is
   * not below; wrapping has no minimum. Default 0: none.
   * @example 5
   */
  minAmountUsd?: number
  /**
   * Whether the output can be sent to another address than the connected account. `hidden` (default): never. `optional`:
   * the user may switch it on. `required`: a recipient has to be entered before the review.
   * @example 'optional'
   */
  recipient?: 'hidden' | 'optional' | 'required'
  /**
   * Where the widget is. `inline` (default): in its place on the page. `modal`: in a dialog in the middle of the screen,
   * which `open()` of the handle opens. `drawer`: in one at the end of the line, from below on a narrow screen.
   * `floating`: a button in the corner of the screen that opens one. A swap that runs goes on in a closed dialog.
   * @example 'modal'
   */
  mode?: DisplayMode
  /**
   * The color scheme; the user may choose another one in the settings. `system`: as the device has it. Default `system`.
   * @example 'dark'
   */
  theme?: 'light' | 'dark' | 'system'
  /**
   * Overrides of the theme by token name, or a preset of `@sluice/widget/themes`. CSS values; `light-dark(a, b)` names a
   * color of both schemes. Default: none.
   * @example { accent: 'light-dark(#0a7d4b, #4fdc9b)', radius: '8px' }
   */
  themeTokens?: ThemeTokens
  /**
   * Parts of the swap page not shown: the `settings` button (choices kept from earlier are then ignored), the `wallet`
   * button of a connected account, the `flip` button, the `balanceShares` of 25 % to Max, the `verifiedLine`. The minimum,
   * the warnings and the review are always shown. Default: none.
   * @example ['wallet', 'verifiedLine']
   */
  hidden?: readonly HideablePart[]
  /**
   * Settings the user cannot change, because the config decides them: they are not shown, and choices kept from earlier
   * are ignored. Named as in the event `settingUpdated`. Default: none.
   * @example ['slippageBps', 'theme']
   */
  fixedSettings?: readonly FixableSetting[]
  /**
   * BCP 47 tag: the language of the texts, where the widget has it, and the formats of numbers and dates; digits are 0 to 9.
   * The person may choose another language in the settings. Default: the browser's.
   * @example 'pt-BR'
   */
  locale?: string
  /**
   * The languages offered, in the order of the list in the settings. Where that of `locale` is not among them, the texts
   * are in the first. With a single one there is nothing to choose. Default: all twenty, English first.
   * @example ['de', 'fr', 'it', 'en']
   */
  languages?: readonly Language[]
  /**
   * Texts in place of the widget's own by key; the keys and their `{params}` are those of `messages-en.ts` and
   * `page-messages-en.ts` in `src/i18n`. A text may have plural forms, e.g. `{ one, other }`. They are for `locale`: a visitor
   * who picks another language does not see them. Texts under the tag of a language are for that language, and win.
   * Default: the widget's own texts.
   * @example { 'swap.title': 'Trade', 'tokens.found': { one: '{count} match', other: '{count} matches' } }
   * @example { de: { 'swap.title': 'Handeln' }, fr: { 'swap.title': 'Négocier' } }
   */
  messages?: LanguageMessages
  /**
   * The host's own USD prices. The service's values of a trade are compared with them; where they disagree, the worse
   * value counts. Pass a stable function reference. Default: none.
   * @example async (tokens) => tokens.map(({ address }) => pricesUsd[address])
   */
  priceSource?: PriceSource
  /**
   * The tokens the host trusts: a published token list, or its `tokens`. With it, every other token counts as unlisted, even
   * if the catalogue lists it; native tokens are always listed. Entries that cannot be EVM tokens are skipped, with one
   * warning in the console. Default: the tokens of the catalogue.
   * @example tokenList.tokens
   */
  listedTokens?: ListedTokens
  /**
   * Which tokens a user may choose, by chain id. A token that is not allowed is found by no search, and the `input` and
   * `output` of a new widget must not name it; in a running one it leaves the form. Allowed and featured tokens count as trusted, like `listedTokens`. Default: all tokens.
   * With `input` and `output` a rule is for one side: tokens to pay with, tokens to receive.
   * @example { 1: { deny: ['0xdAC17F958D2ee523a2206206994597C13D831ec7'], output: { allow: ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'] } } }
   */
  tokens?: Record<number, TokenRulesConfig>
  /**
   * Whether a user may choose tokens that nobody lists, after a warning. With `false` searches, one for an address too,
   * find listed tokens only, those accepted earlier are not offered, and the pair of a link or of the last visit is left
   * out unless both tokens are known to be listed. Listed are the tokens of the catalogue or, with it, of `listedTokens`,
   * and those that this config names. What the host sets with `setFields` is not affected. Default true.
   * @example false
   */
  tokenImport?: boolean
  /**
   * Pairs that cannot be swapped, in the direction named: no price is asked for, and the form says so. The `input`
   * and `output` of a new widget must not be one of them. Default: none.
   * @example [{ chainId: 1, input: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', output: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }]
   */
  forbiddenPairs?: readonly TokenPair[]
  /**
   * Hosts from which logos of tokens and chains may be loaded: by https, or by http from `localhost` for development.
   * Default none: avatars are drawn.
   * @example ['cdn.example.com']
   */
  logoHosts?: readonly string[]
  /**
   * Where users get help: an https or mailto URL. With it, "Contact support" beside every support id is a link that opens
   * the URL in a new tab. Default: a button that copies the id and says so. Both emit `contactSupport`.
   * @example 'https://example.com/support'
   */
  supportUrl?: string
  /**
   * Keeps tokens and amount in the query of the page's URL (`chainId`, `input`, `output`, `amount` or `outputAmount`), so that a link opens
   * the same trade; the link wins over `input` and `output`, never over `lockedFields`. A text is a prefix of those names,
   * which two widgets on one page need. A recipient is never read from a URL. Default false.
   * @example 'swap-'
   */
  urlSync?: boolean | string
  /**
   * Keeps the last tokens in the browser, under `storageKey`, and starts with them where `input` and `output` name no
   * token. Default false.
   * @example true
   */
  persistTokens?: boolean
  /**
   * How the end of a swap is told while the page is hidden. `title` (default): in front of the document's title, until the
   * page is looked at. `system`: by a notification of the browser too, which a button beside a pending swap asks the
   * person to allow; nobody is asked on load. In a frame of another origin that is `title`. `off`: not at all.
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
   * Opens the host's own dialog to connect a wallet: the button "Connect wallet" calls it instead of listing wallets. What
   * gets connected has to reach the widget through the surrounding wagmi provider, `wagmiConfig` or `provider`.
   * Default: the widget lists wallets itself.
   * @example openConnectModal
   */
  onConnect?: () => void
  /**
   * Further wallets of the widget's own list, by connectors of wagmi, such as WalletConnect and Coinbase. `load` is called
   * when its wallet is chosen, and on the pages after that until it is disconnected: nothing of it is loaded before, and
   * none of it is part of this package. Not used with `provider` or a wagmi config, which have connectors of their own.
   * Default: none.
   * @example
   * [{
   *   id: 'walletConnect',
   *   name: 'WalletConnect',
   *   load: async () => (await import('wagmi/connectors/walletConnect')).walletConnect({ projectId }),
   * }]
   */
  connectors?: readonly HostConnector[]
  /**
   * The host's wallet as an EIP-1193 provider. The widget uses it instead of any other, follows its permitted account
   * without a prompt, and asks for permission only when the user connects. Not together with `wagmiConfig`.
   * Default: none.
   * @example wallet.provider
   */
  provider?: HostProvider
  /**
   * The wagmi config to use. `null`: the widget's own wallets, also inside a wagmi provider, which is then not read and not
   * changed. Default: that of the surrounding provider, else the widget's own.
   * @example null
   */
  wagmiConfig?: WagmiConfig | null
  /**
   * The react-query client to use. Default: that of the surrounding provider, else the widget's own.
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
  /** By chain id. */
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
  /** The prefix of the names in the query; undefined: nothing is kept there. */
  urlSync: string | undefined
  provider: HostProvider | undefined
  forbiddenPairs: readonly { chainId: number; input: Address; output: Address }[]
  /** `null`: no other than the widget's own, whatever surrounds it. */
  wagmiConfig: WagmiConfig | null | undefined
  queryClient: QueryClient | undefined
  chains: readonly [ResolvedChain, ...ResolvedChain[]]
  input: { chainId: number; token: Address | undefined; amount: string }
  /** One of the two amounts is empty. */
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
