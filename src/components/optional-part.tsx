import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'

export interface OptionalProps {
  /** Shown in its place until it is loaded, and where it cannot be. Default: nothing. */
  fallback?: ReactNode
}

/**
 * A part that is loaded when it is first rendered, and that its surroundings can do without. After a failure, the next
 * render from above loads it again.
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
