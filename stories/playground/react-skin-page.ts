// The React component for plain pages of the browser tests, which have no bundler. Served as
// /react-skin.js.
Object.assign(window, { SluiceReact: import('./react-skin.tsx') })
