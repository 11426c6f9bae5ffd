const ROOT = '[data-sluice-root]'

/**
 * Selector with the specificity of several classes, which CSS modules would rename. It matches
 * every element, because no element has this attribute.
 */
const repeatSpecificity = (classes) => `:not(${'[_]'.repeat(classes)})`

/**
 * In the tree of the host, rules such as `.entry-content h2` and `.post input[type='text']` outweigh an attribute and a class. In a
 * shadow root there are no others: the styles for it (`?inline`) stay as they are. What takes back the host's rules outweighs four classes,
 * and the widget's own rules outweigh that.
 */
export function raisesSpecificity() {
  return {
    name: 'sluice-raises-specificity',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.css$/ },
      handler: (code, id) => ({
        code: code.replaceAll(ROOT, ROOT + repeatSpecificity(id.endsWith('/light-dom.css') ? 3 : 4)),
        map: null,
      }),
    },
  }
}
