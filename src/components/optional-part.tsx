import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'

export interface OptionalProps {
  /** Shown until the part is loaded, and if loading fails. Default: nothing. */
  fallback?: ReactNode
}

/**
 * Returns a component that loads on its first render and is not essential. After a failure, the
 * next render of its parent loads it again.
 */
export function optionalPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props & OptionalProps) => React.JSX.Element {
  let Part = toLazy()

  function toLazy() {
    return lazy<ComponentType<Props & OptionalProps>>(() =>
      load().then(
        (loaded) => ({ default: loaded }),
        () => {
          Part = toLazy()
          return { default: ({ fallback = null }) => fallback }
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
