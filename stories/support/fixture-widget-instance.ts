import type { PriceReader } from '../../src/chain/create-price-reader.ts'
import type { WidgetConfig } from '../../src/config/types.ts'
import type { SluiceError } from '../../src/errors/sluice-error.ts'
import type { PageName } from '../../src/events/types.ts'
import type { Execution, ExecutionState, SwapIntent } from '../../src/execution/machine/types.ts'
import { loadLanguage } from '../../src/i18n/load-language.ts'
import { createWidget } from '../../src/instance/create-widget.ts'
import type { Widget } from '../../src/instance/types.ts'
import { type Address, sameAddress } from '../../src/lib/address.ts'
import { writeTokenMemory } from '../../src/store/stored-token-memory.ts'
import type { ActivityEntry, Bookmark, TokenMemory } from '../../src/store/types.ts'
import { EARNING, LISTED, USDC } from '../../testing/fixture-tokens.ts'
import { storeFixtureActivity } from './fixture-activity.ts'
import { createFixtureChain, type FixtureChainOptions } from './fixture-chain.ts'
import { createFixtureClients, type FixtureClientsOptions } from './fixture-clients.ts'
import { FIXTURE_CONFIG } from './fixture-config.ts'
import { createFixtureExecution } from './fixture-execution.ts'
import { createFixtureWallet, type FixtureWalletOptions } from './fixture-wallet.ts'

export interface FixtureOptions {
  config?: Partial<WidgetConfig>
  service?: FixtureClientsOptions
  wallet?: FixtureWalletOptions
  chain?: FixtureChainOptions
  /** USD prices of the chain's pools. */
  poolPrices?: FixturePoolPrices
  /** A fixed state, or a whole execution. */
  execution?: ExecutionState | Execution
  /** The initial page. Default: the swap page. */
  page?: PageName
  /**
   * The swap under review. With an empty amount in the form it keeps its price, else it follows the
   * price of `service`.
   */
  intent?: SwapIntent
  /** The stored tokens of earlier choices. Default: the current content of storage. */
  tokenMemory?: TokenMemory
  /** The recipient entered in the form. `config.recipient` must allow one. */
  recipient?: Address
  /** The ENS name of the recipient. */
  recipientName?: string
  recentRecipients?: readonly Address[]
  bookmarks?: readonly Bookmark[]
  /** The stored swaps, or the current content of storage. Default: no swaps. */
  activity?: readonly ActivityEntry[] | 'stored'
  /** The entry whose details are shown. */
  selectedActivity?: string
  /** Receives the errors that a host receives. Default: they are reported as uncaught. */
  onError?: (error: SluiceError) => void
}

/** Creates a real widget with fixtures for its external dependencies. */
export function createFixtureWidget(options: FixtureOptions = {}): Widget {
  const { execution, page, intent, activity = [], selectedActivity: selected } = options
  if (activity !== 'stored') storeFixtureActivity(activity)
  if (options.tokenMemory) {
    writeTokenMemory(options.config?.storageKey ?? FIXTURE_CONFIG.integrator, options.tokenMemory)
  }
  const keepsPrice = intent && options.config?.input?.amount === ''
  const widget = createWidget(
    { ...FIXTURE_CONFIG, ...options.config },
    {
      loadLanguage,
      ...(options.onError && { onError: options.onError }),
      parts: {
        clients: createFixtureClients({ ...(keepsPrice && { price: 'pending' }), ...options.service }),
        wallet: createFixtureWallet(options.wallet),
        chain: createFixtureChain(options.chain),
        priceReader: createFixturePriceReader(options.poolPrices),
        execution: execution && 'getState' in execution ? execution : createFixtureExecution(execution),
      },
    },
  )
  const { recipient, recipientName } = options
  if (recipient) {
    const named = recipientName && { namedRecipient: { name: recipientName, address: recipient } }
    widget.form.setState({ sendsToRecipient: true, recipient, ...named })
  }
  if (options.bookmarks) widget.settings.setState({ bookmarks: options.bookmarks })
  if (options.recentRecipients) widget.settings.setState({ recentRecipients: options.recentRecipients })
  if (selected !== undefined) widget.activity.setState({ selected })
  if (intent) widget.review.setState({ intent })
  if (page && page !== 'swap') widget.navigation.getState().push(page)
  return widget
}

/**
 * Overrides USD prices of the pools by symbol. Undefined for a token without pools. `pending` never
 * resolves.
 */
type FixturePoolPrices = Readonly<Record<string, number | undefined>> | 'pending'

/** Creates a price reader with the fixture tokens' prices, except for the overrides. */
function createFixturePriceReader(overrides: FixturePoolPrices = {}): PriceReader {
  return {
    usdToken: async () => USDC.address,
    prices: async ({ tokens }) => {
      if (overrides === 'pending') return new Promise(() => {})
      return tokens.map((address) => {
        const token = [...LISTED, ...EARNING].find((listed) => sameAddress(listed.address, address))
        return token && (token.symbol in overrides ? overrides[token.symbol] : token.priceUsd)
      })
    },
  }
}
