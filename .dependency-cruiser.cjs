// The arrows of the design. Each rule says what to do instead.
const tests = '[.]test[.]tsx?$|^testing/|/testing/|^src/exports/testing[.]ts$'

/** Folders of the widget by layer; an import may go to the same folder or to a lower layer. */
const layers = [
  ['wire', 'abi', 'lib'],
  ['errors', 'theme', 'events', 'i18n'],
  ['config'],
  ['clients', 'chain', 'wallet'],
  ['store', 'execution', 'queries'],
  ['activity'],
  ['instance'],
  ['hooks'],
  ['components'],
  ['pages'],
  ['widget'],
  ['embed', 'doctor'],
]

const upward = layers.flatMap((folders, level) => {
  const above = layers.slice(level + 1).flat()
  if (above.length === 0) return []
  return folders.map((folder) => ({
    name: `${folder}-imports-down`,
    comment: `src/${folder} may import its own folder and the layers below. Move what is shared down, or pass it in.`,
    severity: 'error',
    from: { path: `^src/${folder}/`, pathNot: tests },
    to: { path: `^src/(${above.join('|')})/` },
  }))
})

/** Third parties that enter through one door each. */
const doors = [
  ['mitt', '^src/events/', 'Use the bus of src/events.'],
  ['zustand', '^src/(store|instance|hooks|execution|wallet)/', 'Use a store of src/store.'],
  ['wagmi', '^src/(hooks|instance|wallet)/|^src/config/types[.]ts$', 'Use the wallet port of src/wallet.'],
  ['hono|@hono', '^service/(http/|main[.]ts)', 'Build handlers in service/http.'],
  ['graphql-yoga|graphql', '^service/http/', 'Build the schema in service/http.'],
  ['pg|@electric-sql', '^service/database/', 'Ask the Database of service/database.'],
  [
    'ioredis',
    '^service/(access|cache)/',
    'Take from the shared buckets of service/access, or keep answers in service/cache.',
  ],
].map(([name, inside, instead]) => ({
  name: `one-door-for-${name.split('|')[0]}`,
  comment: `${name.split('|')[0]} enters in one place. ${instead}`,
  severity: 'error',
  from: { path: '^(src|service)/', pathNot: `${inside}|${tests}` },
  to: { path: `^node_modules/(${name})(/|$)` },
}))

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment:
        'A circle means two files are one idea, or one idea is in the wrong file. Extract what both need.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...upward,
    ...doors,
    {
      name: 'pages-stay-apart',
      comment: 'A page never imports a page. Put what two pages share into components.',
      severity: 'error',
      from: { path: '^src/pages/([^/]+)/', pathNot: tests },
      to: { path: '^src/pages/([^/]+)/', pathNot: '^src/pages/$1/' },
    },
    {
      name: 'components-know-no-machinery',
      comment: 'Components never import clients or the execution. Take a prop, or use a hook.',
      severity: 'error',
      from: { path: '^src/components/', pathNot: tests },
      to: { path: '^src/(clients|execution)/' },
    },
    {
      name: 'react-from-instance-up',
      comment: 'React appears from src/instance up. Below it, write plain functions.',
      severity: 'error',
      from: {
        path: '^src/(wire|abi|lib|errors|theme|events|i18n|config|clients|chain|wallet|store|execution|queries|activity)/',
        pathNot: tests,
      },
      to: { path: '^node_modules/(react|react-dom)/' },
    },
    {
      name: 'widget-without-service',
      comment: 'The widget speaks to the service over the wire alone. Share a schema in src/wire.',
      severity: 'error',
      from: { path: '^src/', pathNot: tests },
      to: { path: '^(service|devnet|contracts|testing|stories|playwright|scripts|bench|docs|examples)/' },
    },
    {
      name: 'service-takes-the-ground-floor',
      comment: 'The service may import src/wire, src/abi and src/lib only.',
      severity: 'error',
      from: { path: '^service/', pathNot: tests },
      to: { path: '^src/(?!wire/|abi/|lib/)' },
    },
    {
      name: 'service-without-devnet',
      comment: 'The service runs on any chain. What it needs of the devnet comes as configuration.',
      severity: 'error',
      from: { path: '^service/', pathNot: tests },
      to: { path: '^(devnet|testing|stories|playwright|scripts|contracts|bench|docs|examples)/' },
    },
    {
      name: 'modules-below-config',
      comment:
        'The config derives from the protocols of service/modules. Take what a module needs of it as an argument.',
      severity: 'error',
      from: { path: '^service/modules/', pathNot: tests },
      to: { path: '^service/config/' },
    },
    {
      name: 'only-exports-re-export',
      comment: 'Inside, import the file that has the thing. src/exports is for hosts.',
      severity: 'error',
      from: { path: '^(src|service)/', pathNot: '^src/exports/' },
      to: { path: '^src/exports/' },
    },
    {
      name: 'nothing-undeclared',
      comment: 'Every package imported is declared in package.json, or a host will miss it.',
      severity: 'error',
      from: { path: '^(src|service)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'], pathNot: '[.]css' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The service's tests use what the root declares; what it runs on itself, scripts/image.test.ts compares.
    combinedDependencies: true,
    exclude: { path: '^(dist|docs/dist|storybook-static|[.]devnet)/' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
