const ROOT = '[data-sluice-root]'

/** As heavy as three classes, which CSS modules would rename. It matches everything: no element has this attribute. */
const WEIGHT = ':not([_][_][_])'

/**
 * In the tree of the host, rules such as `.entry-content h2` and `.post input[type='text']` outweigh an attribute and a class. In a
 * shadow root there are no others: the styles for it (`?inline`) stay as they are.
 */
export function weighsStyles() {
  return {
    name: 'sluice-weighs-styles',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.css$/ },
      handler: (code) => ({ code: code.replaceAll(ROOT, `${ROOT}${WEIGHT}`), map: null }),
    },
  }
}
