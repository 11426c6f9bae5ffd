// The allowed imports. The comment of each rule contains the alternative.
const tests = '[.]test[.]tsx?$|^testing/|/testing/|^src/exports/testing[.]ts$'

/** Folders of the widget by layer. A folder may import itself and lower layers. */
const layers = [
  ['lib'],
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
    comment: `src/${folder} may import its own folder and the layers below. Move shared code down, or pass it as an argument.`,
    severity: 'error',
    from: { path: `^src/${folder}/`, pathNot: tests },
    to: { path: `^src/(${above.join('|')})/` },
  }))
})

/** Third-party packages that only some folders may import. */
const restricted = [
  ['mitt', '^src/events/', 'Use the bus of src/events.'],
  ['zustand', '^src/(store|instance|hooks|execution|wallet)/', 'Use a store of src/store.'],
  ['wagmi', '^src/(hooks|instance|wallet)/|^src/config/types[.]ts$', 'Use the wallet port of src/wallet.'],
  ['hono|@hono', '^service/(http/|main[.]ts)', 'Build handlers in service/http.'],
  ['graphql-yoga|graphql', '^service/http/', 'Build the schema in service/http.'],
  ['pg|@electric-sql', '^service/database/', 'Use the Database of service/database.'],
  [
    'ioredis',
    '^service/(access|cache)/',
    'Use the shared buckets of service/access, or the cache of service/cache.',
  ],
].map(([name, inside, instead]) => ({
  name: `restricted-${name.split('|')[0]}`,
  comment: `Only some folders may import ${name.split('|')[0]}. ${instead}`,
  severity: 'error',
  from: { path: '^(src|service|wire)/', pathNot: `${inside}|${tests}` },
  to: { path: `^node_modules/(${name})(/|$)` },
}))

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Files must not import each other in a cycle. Extract the code that both need.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...upward,
    ...restricted,
    {
      name: 'pages-stay-apart',
      comment: 'A page must not import another page. Move shared code to components.',
      severity: 'error',
      from: { path: '^src/pages/([^/]+)/', pathNot: tests },
      to: { path: '^src/pages/([^/]+)/', pathNot: '^src/pages/$1/' },
    },
    {
      name: 'components-without-clients',
      comment: 'Components must not import clients or the execution. Take a prop, or use a hook.',
      severity: 'error',
      from: { path: '^src/components/', pathNot: tests },
      to: { path: '^src/(clients|execution)/' },
    },
    {
      name: 'react-from-instance-up',
      comment: 'Only src/instance and the layers above may import React. Write plain functions below it.',
      severity: 'error',
      from: {
        path: '^src/(lib|errors|theme|events|i18n|config|clients|chain|wallet|store|execution|queries|activity)/',
        pathNot: tests,
      },
      to: { path: '^node_modules/(react|react-dom)/' },
    },
    {
      name: 'widget-without-service',
      comment: 'The widget uses the service only over HTTP. Share a schema in wire.',
      severity: 'error',
      from: { path: '^src/', pathNot: tests },
      to: { path: '^(service|devnet|contracts|testing|stories|playwright|scripts|bench|docs|examples)/' },
    },
    {
      name: 'testing-kit-without-repository',
      comment: 'The testing kit is published. Move what it needs to src/testing.',
      severity: 'error',
      from: { path: '^src/(testing/|exports/testing[.]ts$)', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^(service|devnet|contracts|testing|stories|playwright|scripts|bench|docs|examples)/' },
    },
    {
      name: 'widget-without-testing-kit',
      comment:
        'Only tests and src/exports/testing.ts may import src/testing. Production pages contain none of it.',
      severity: 'error',
      from: { path: '^src/', pathNot: tests },
      to: { path: '^src/testing/' },
    },
    {
      name: 'tests-without-stories',
      comment: 'Stories use the fixtures of src/testing. Move what a test shares with a story there.',
      severity: 'error',
      from: { path: '^(src|service|contracts|devnet|testing)/' },
      to: { path: '^(stories|playwright)/' },
    },
    {
      name: 'service-without-widget',
      comment: 'The service and the widget share only the package wire.',
      severity: 'error',
      from: { path: '^service/', pathNot: tests },
      to: { path: '^src/' },
    },
    {
      name: 'wire-imports-nothing',
      comment: 'Every other package imports wire. Move the imported code into it, or pass a value.',
      severity: 'error',
      from: { path: '^wire/' },
      to: { path: '^(src|service|devnet|testing|stories|playwright|scripts|contracts|bench|docs|examples)/' },
    },
    {
      name: 'service-without-devnet',
      comment: 'The service runs on any chain. Pass data of the devnet as configuration.',
      severity: 'error',
      from: { path: '^service/', pathNot: tests },
      to: { path: '^(devnet|testing|stories|playwright|scripts|contracts|bench|docs|examples)/' },
    },
    {
      name: 'modules-below-config',
      comment: 'The config depends on the protocols of service/modules. Pass config values as arguments.',
      severity: 'error',
      from: { path: '^service/modules/', pathNot: tests },
      to: { path: '^service/config/' },
    },
    {
      name: 'only-exports-re-export',
      comment: 'Import the file that declares the name. src/exports is for hosts.',
      severity: 'error',
      from: { path: '^(src|service)/', pathNot: '^src/exports/' },
      to: { path: '^src/exports/' },
    },
    {
      name: 'declared-dependencies',
      comment: 'Declare every imported package in package.json. Otherwise it is missing in a host.',
      severity: 'error',
      from: { path: '^(src|service|wire)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'], pathNot: '[.]css' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The service's tests use the root's dependencies. scripts/image.test.ts checks the service's own.
    combinedDependencies: true,
    exclude: {
      path: '^(dist|docs/(dist|[.]vitepress|node_modules|content/public)|storybook-static|[.]devnet)/',
    },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
