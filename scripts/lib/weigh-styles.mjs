const ROOT = '[data-sluice-root]'

/** As heavy as so many classes, which CSS modules would rename. It matches everything: no element has this attribute. */
const weight = (classes) => `:not(${'[_]'.repeat(classes)})`

/**
 * In the tree of the host, rules such as `.entry-content h2` and `.post input[type='text']` outweigh an attribute and a class. In a
 * shadow root there are no others: the styles for it (`?inline`) stay as they are. What takes back the host's rules outweighs four classes,
 * and the widget's own rules outweigh that.
 */
export function weighsStyles() {
  return {
    name: 'sluice-weighs-styles',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.css$/ },
      handler: (code, id) => ({
        code: code.replaceAll(ROOT, ROOT + weight(id.endsWith('/light-dom.css') ? 3 : 4)),
        map: null,
      }),
    },
  }
}
