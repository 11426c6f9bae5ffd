// Folders may not import each other in a circle. Tests may: they drive one folder through another.
const { options } = require('./.dependency-cruiser.cjs')

module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment:
        'Two folders that import each other are one folder, or a file is in the wrong one. Move it down.',
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
