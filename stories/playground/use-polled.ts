import { useEffect, useState } from 'react'

/** Asks again every `ms` while the tab is visible; undefined until the first answer and after a failed one. */
export function usePolled<Value>(key: string, ms: number, ask: (signal: AbortSignal) => Promise<Value>) {
  const [answer, setAnswer] = useState<{ key: string; value: Value | undefined }>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for everything `ask` depends on.
  useEffect(() => {
    const abort = new AbortController()
    const once = () => {
      if (document.hidden) return
      ask(abort.signal).then(
        (value) => setAnswer({ key, value }),
        () => abort.signal.aborted || setAnswer({ key, value: undefined }),
      )
    }
    once()
    const timer = setInterval(once, ms)
    return () => {
      clearInterval(timer)
      abort.abort()
    }
  }, [key, ms])

  return answer?.key === key ? answer.value : undefined
}
