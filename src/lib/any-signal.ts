/** `AbortSignal.any`, which the oldest supported browsers lack. */
export function anySignal(...signals: AbortSignal[]): AbortSignal {
  const controller = new AbortController()
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason)
    // The last option removes the listener from a signal that outlives this one.
    signal.addEventListener('abort', () => controller.abort(signal.reason), { signal: controller.signal })
  }
  return controller.signal
}
