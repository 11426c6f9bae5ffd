/** What goes wrong between the page and the service. */
export const FAULTS = {
  none: 'Works',
  slow: 'Slow, 4 s',
  limited: 'Too many requests (429)',
  broken: 'Server error (500)',
  away: 'Out of reach',
} as const
export type Fault = keyof typeof FAULTS

const STATUS: Partial<Record<Fault, number>> = { limited: 429, broken: 500 }

/** Lets every request to the service fail, or wait, as `current` says. Returns the function that ends it. */
export function injectFaults(serviceUrl: string, current: () => Fault): () => void {
  const original = window.fetch
  window.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const fault = url.startsWith(serviceUrl) ? current() : 'none'
    if (fault === 'away') throw new TypeError('Failed to fetch')
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, 4_000))
    const status = STATUS[fault]
    return status === undefined ? original(input, init) : new Response('{}', { status })
  }
  return () => {
    window.fetch = original
  }
}
