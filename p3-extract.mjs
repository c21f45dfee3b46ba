import ts from 'typescript';
import {readFileSync,writeFileSync} from 'node:fs';
const out=[];
for (const f of process.argv.slice(2)){const t=readFileSync(f,'utf8');const sf=ts.createSourceFile(f,t,99,true);
(function v(n){ if(ts.isRegularExpressionLiteral(n)){ const m=/^\/(.*)\/([a-z]*)$/s.exec(n.text); if(/[*+]|\{\d*,\d*\}/.test(n.text)) out.push({file:f,line:sf.getLineAndCharacterOfPosition(n.getStart()).line+1,src:m[1],flags:m[2]}); }
 ts.forEachChild(n,v)})(sf)}
writeFileSync('/tmp/p3-rx.json',JSON.stringify(out)); console.log(out.length);
