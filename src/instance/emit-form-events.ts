import type { OwnedEventBus } from '../events/create-event-bus.ts'
import type { FormState, FormStore, Store } from '../store/types.ts'

const fields = [
  'inputChainId',
  'inputToken',
  'outputChainId',
  'outputToken',
  'inputAmount',
] as const satisfies (keyof FormState)[]

/** Tells each changed field, and a chosen token once more under its own name. Returns the function that ends it. */
export function emitFormEvents(form: Store<FormStore>, events: OwnedEventBus): () => void {
  return form.subscribe((now, before) => {
    for (const fieldName of fields) {
      if (now[fieldName] === before[fieldName]) continue
      events.emit('formFieldChanged', {
        fieldName,
        newValue: now[fieldName] ?? null,
        oldValue: before[fieldName] ?? null,
      })
    }
    if (
      now.inputToken &&
      (now.inputToken !== before.inputToken || now.inputChainId !== before.inputChainId)
    ) {
      events.emit('sourceChainTokenSelected', { chainId: now.inputChainId, tokenAddress: now.inputToken })
    }
    if (
      now.outputToken &&
      (now.outputToken !== before.outputToken || now.outputChainId !== before.outputChainId)
    ) {
      events.emit('destinationChainTokenSelected', {
        chainId: now.outputChainId,
        tokenAddress: now.outputToken,
      })
    }
  })
}
