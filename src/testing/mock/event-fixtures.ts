import { USER } from '../../../wire/fixtures/addresses.ts'
import type { Hex } from '../../../wire/lib/address.ts'
import { ERROR_CODES, type ErrorCode } from '../../errors/codes.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import type { Process, Route, WidgetEvents } from '../../events/types.ts'
import { toRoute } from '../../execution/to-route.ts'
import { intentFixture } from '../fixtures/fixture-intent.ts'
import { ETHEREUM, USDC, WETH } from '../fixtures/fixture-tokens.ts'

const TX_HASH: Hex = `0x${'8f0c'.repeat(16)}`
const SUPPORT_ID = '7f1e2a90-4c1b-4d2e-9a77-0c5be2f6a1d3'

const shown = toRoute(intentFixture, intentFixture.price, [])
const running: Process = { id: `${shown.id}:swap`, type: 'swap', status: 'running' }
const completed: Process = { ...running, status: 'completed', txHash: TX_HASH }
const settings = { slippageBps: 50, theme: 'system' }

/**
 * A payload of every event: one WETH for USDC.
 * @example
 * import { expect, it, vi } from 'vitest'
 *
 * it('tracks a completed swap', () => {
 *   const onCompleted = vi.fn<EventHandler<'routeExecutionCompleted'>>()
 *   onCompleted(EVENT_FIXTURES.routeExecutionCompleted)
 *   expect(onCompleted.mock.calls[0]?.[0].toToken.symbol).toBe('USDC')
 * })
 */
export const EVENT_FIXTURES: Readonly<WidgetEvents> = {
  routeExecutionStarted: withProcess(shown, running),
  routeExecutionUpdated: { route: withProcess(shown, running), process: running },
  routeExecutionCompleted: { ...withProcess(shown, completed), received: shown.toAmountReceive },
  routeExecutionFailed: failedSwapFixture('TRANSACTION_REVERTED'),
  routeHighValueLoss: {
    fromAmountUSD: 3001.5,
    toAmountUSD: 2550,
    gasCostUSD: 0.04,
    feeCostUSD: 3.9,
    valueLoss: 0.15,
  },
  routeSelected: { route: shown },
  sourceChainTokenSelected: { chainId: ETHEREUM, tokenAddress: WETH.address },
  destinationChainTokenSelected: { chainId: ETHEREUM, tokenAddress: USDC.address },
  walletConnected: { address: USER, chainId: ETHEREUM, chainType: 'EVM' },
  sendToWalletToggled: true,
  pageEntered: 'review',
  formFieldChanged: { fieldName: 'inputAmount', newValue: '1', oldValue: '' },
  settingUpdated: {
    setting: 'slippageBps',
    newValue: 100,
    oldValue: 50,
    newSettings: { ...settings, slippageBps: 100 },
    oldSettings: settings,
  },
  tokenSearch: { value: 'usd', tokens: [USDC] },
  transactionError: {
    supportId: SUPPORT_ID,
    errorCode: 'TRANSACTION_REVERTED',
    errorMessage: ERROR_CODES.TRANSACTION_REVERTED.message,
    chainId: ETHEREUM,
    tokenSymbol: 'WETH',
    stepType: 'swap',
    txHash: TX_HASH,
    timestamp: '2026-11-21T09:30:00.000Z',
  },
  reviewPageEntered: shown,
  contactSupport: { supportId: SUPPORT_ID },
  lowAddressActivityConfirmed: { address: USER, chainId: ETHEREUM },
  warningAccepted: { warning: 'high-value-loss', routeId: shown.id },
  chainPinned: { chainId: ETHEREUM, pinned: true },
  partnerFeePaid: {
    routeId: shown.id,
    chainId: ETHEREUM,
    partner: USER,
    feeBps: 20,
    token: USDC,
    amount: '4800000',
    amountUSD: 4.8,
    txHash: TX_HASH,
    logIndex: 7,
  },
  dialogToggled: true,
}

/**
 * The payload of `routeExecutionFailed` for a swap that ended with this error.
 * @example
 * const { process } = failedSwapFixture('SLIPPAGE_EXCEEDED')
 * console.log(process.error?.code)
 */
export function failedSwapFixture(code: ErrorCode): WidgetEvents['routeExecutionFailed'] {
  const { message } = ERROR_CODES[code]
  const process: Process = { ...running, status: 'failed', message, error: { code, message } }
  return { route: withProcess(shown, process), process }
}

/**
 * The error as `onError` and `ready` name it, with a support id.
 * @example
 * const { message, supportId } = errorFixture('SERVICE_ERROR')
 * console.log(message, supportId)
 */
export function errorFixture(code: ErrorCode): SluiceError {
  return new SluiceError(code, { supportId: SUPPORT_ID })
}

function withProcess(route: Route, process: Process): Route {
  return { ...route, steps: route.steps.map((step) => ({ ...step, process })) }
}
