import { type ComponentType, createElement, lazy, Suspense } from 'react'

/**
 * A part that is loaded when it is first rendered, and that its surroundings can do without: until it is loaded, and where
 * it cannot be, nothing is shown. After a failure, the next render from above loads it again.
 */
export function optionalPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => React.JSX.Element {
  let Part = toLazy()

  function toLazy() {
    return lazy<ComponentType<Props>>(() =>
      load().then(
        (loaded) => ({ default: loaded }),
        () => {
          Part = toLazy()
          return { default: () => null }
        },
      ),
    )
  }

  return (props) => <Suspense>{createElement(Part as ComponentType<Props>, props)}</Suspense>
}
