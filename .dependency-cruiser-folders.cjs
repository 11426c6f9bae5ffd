// Folders must not import each other in a cycle, except in tests, which use one folder through another.
const { options } = require('./.dependency-cruiser.cjs')

module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment: 'Two folders must not import each other. Merge them, or move a file down.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    exclude: { path: `${options.exclude.path}|[.]test[.]tsx?$|(^|/)testing/|^src/exports/testing[.]ts$` },
  },
}
