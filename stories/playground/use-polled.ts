import { useEffect, useState } from 'react'

/**
 * Polls every `ms` while the tab is visible. Undefined before the first result and after a failure.
 */
export function usePolled<Value>(key: string, ms: number, load: (signal: AbortSignal) => Promise<Value>) {
  const [result, setResult] = useState<{ key: string; value: Value | undefined }>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` represents everything `load` depends on.
  useEffect(() => {
    const abort = new AbortController()
    const once = () => {
      if (document.hidden) return
      load(abort.signal).then(
        (value) => setResult({ key, value }),
        () => abort.signal.aborted || setResult({ key, value: undefined }),
      )
    }
    once()
    const timer = setInterval(once, ms)
    return () => {
      clearInterval(timer)
      abort.abort()
    }
  }, [key, ms])

  return result?.key === key ? result.value : undefined
}
