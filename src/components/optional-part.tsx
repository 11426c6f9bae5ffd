import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { toLoadError } from '../errors/to-sluice-error.ts'
import { useWidget } from '../hooks/use-widget.ts'

export interface OptionalProps {
  /** Shown until the part is loaded, and if loading fails. Default: nothing. */
  fallback?: ReactNode
}

/**
 * Returns a component that loads on its first render and is not essential. If its code failed to
 * load, the next render of its parent loads it again. An error of the code itself is reported to
 * the host.
 */
export function optionalPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props & OptionalProps) => React.JSX.Element {
  let Part = toLazy()

  function toLazy() {
    return lazy<ComponentType<Props & OptionalProps>>(() =>
      load().then(
        (loaded) => ({ default: loaded }),
        (cause) => {
          const error = toLoadError(cause)
          const isLost = error.retryable
          if (isLost) Part = toLazy()
          return {
            default: ({ fallback = null }) => {
              const { reportError } = useWidget()
              useEffect(() => {
                if (!isLost) reportError(error)
              }, [reportError])
              return fallback
            },
          }
        },
      ),
    )
  }

  return (props) => (
    <Suspense fallback={props.fallback}>
      {createElement(Part as ComponentType<Props & OptionalProps>, props)}
    </Suspense>
  )
}
