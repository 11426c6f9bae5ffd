import { keepActivity } from '../../activity/keep-activity.ts'
import type { ChainReader } from '../../chain/types.ts'
import { resolveConfig } from '../../config/resolve-config.ts'
import type { WidgetConfig } from '../../config/types.ts'
import type { SluiceError } from '../../errors/sluice-error.ts'
import { createEventBus } from '../../events/create-event-bus.ts'
import type { EventEnvelope } from '../../events/types.ts'
import type { Execution } from '../../execution/machine/types.ts'
import { createTranslation } from '../../i18n/create-translation.ts'
import { report } from '../../lib/report.ts'
import { createValueStore } from '../../store/create-value-store.ts'
import type { ActivityState } from '../../store/types.ts'
import type { WalletPort } from '../../wallet/types.ts'
import { createFixtureExecution } from '../fixtures/fixture-execution.ts'

/**
 * Opens a page with its own widget that records activity: only storage and the chain outlive it.
 */
export function openActivityPage({
  chain,
  wallet = { batchStatus: () => Promise.reject(new Error('The wallet has no such batch')) },
  config: hostConfig,
  execution = createFixtureExecution(),
  reportError = report,
}: {
  chain: ChainReader
  /** Default: a wallet without batches. */
  wallet?: Pick<WalletPort, 'batchStatus'>
  config: WidgetConfig
  /** Default: an execution that does nothing. */
  execution?: Execution
  /** Default: reports the error as uncaught. */
  reportError?: (error: SluiceError) => void
}) {
  const activity = createValueStore<ActivityState>({
    entries: [],
    waits: {},
    resumed: [],
    selected: undefined,
  })
  const config = createValueStore(resolveConfig(hostConfig))
  const events = createEventBus()
  const heard: EventEnvelope[] = []
  events.onAny((event) => heard.push(event))
  const translation = createValueStore(createTranslation('en'))
  const close = keepActivity({
    activity,
    execution,
    chain,
    wallet,
    config,
    translation,
    events,
    emit: events.emit,
    reportError,
  })
  return { activity, events, close, heard, entries: () => activity.getState().entries }
}
