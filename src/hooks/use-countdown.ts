import { useEffect, useState } from 'react'

/**
 * Counts whole seconds until `target` (milliseconds since the epoch), rounded up and never
 * negative. Undefined without a target.
 */
export function useCountdown(target: number | undefined): number | undefined {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (target === undefined) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [target])
  return target === undefined ? undefined : Math.max(0, Math.ceil((target - now) / 1000))
}
