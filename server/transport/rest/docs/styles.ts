/** The styles of the API documentation: responsive, light and dark, without scripts. */
export const styles = `
:root{color-scheme:light dark;--line:light-dark(#e3d9cf,#46403a);--soft:light-dark(#faf5ef,#26221f);--text:light-dark(#33291f,#efe7de);--link:light-dark(#9a3412,#fdba74)}
@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}
*{box-sizing:border-box}
body{font:16px/1.6 system-ui,sans-serif;margin:0;color:var(--text);background:light-dark(#fff,#1b1816)}
main{max-width:52rem;margin:0 auto;padding:2rem 1rem 4rem}
a{color:var(--link)}
h1{font-size:2rem;line-height:1.2}
h2{font-size:1.5rem;margin-top:3.5rem;border-top:1px solid var(--line);padding-top:1.5rem}
h3{font-size:1.1rem;margin-top:2.5rem;overflow-wrap:anywhere}
h4{font-size:1rem;margin:1.25rem 0 .25rem}
code,pre{font:0.875em/1.5 ui-monospace,monospace}
code{overflow-wrap:anywhere}
pre{background:var(--soft);border:1px solid var(--line);border-radius:.5rem;padding:.75rem 1rem;overflow-x:auto}
nav ul{columns:16rem;padding-left:1.25rem}
nav li{overflow-wrap:anywhere}
dl.fields{margin:.25rem 0;padding-left:1rem;border-left:3px solid var(--line)}
dt code{font-weight:700}
dd{margin:0 0 .5rem 1rem}
details{margin:.5rem 0}
summary{cursor:pointer;min-height:44px;display:flex;align-items:center;gap:.5rem}
summary::before{content:'+';width:1ch}
details[open]>summary::before{content:'–'}
.method{background:var(--soft);border:1px solid var(--line);border-radius:.25rem;padding:.1rem .4rem}
`;
