import type { ParsedPriceRequest } from '../../src/wire/router.ts'

/** A text that two requests on a chain share exactly when the same solution answers both: whoever asks, whoever is paid. */
export function questionKey(request: ParsedPriceRequest): string {
  return JSON.stringify([
    request.inputToken.toLowerCase(),
    request.outputToken.toLowerCase(),
    request.orderType,
    request.orderType === 'SELL' ? request.inputAmount : request.outputAmount,
    request.slippage,
    request.partnerFee,
    request.partnerAddress !== undefined,
    request.activateSurplusFee,
    request.isPartialFill,
    request.fastMode,
    request.surgeProtection,
    request.modulesFilter.toSorted(),
    request.modulesDisabled.toSorted(),
  ])
}
