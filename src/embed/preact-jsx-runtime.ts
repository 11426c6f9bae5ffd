import { options } from 'preact'
import 'preact/compat'

/** The JSX runtime of the script, in place of React's: see `scripts/build/build-embed.mjs`. */
export { Fragment, jsx, jsxs } from 'preact/jsx-runtime'

const before = options.vnode

/**
 * Sets `textContent` of an element whose only child is a text. Preact would update the text node,
 * which a page translator may have replaced, and the element would keep its first text.
 */
options.vnode = (vnode) => {
  before?.(vnode)
  if (typeof vnode.type !== 'string') return
  const props: { children?: unknown; textContent?: unknown } = vnode.props
  const { children } = props
  if (typeof children !== 'string' && typeof children !== 'number') return
  props.textContent = children
  props.children = undefined
}
