// dev only
import {RegExpParser} from '@eslint-community/regexpp';
import {readFileSync} from 'node:fs';
const lines=JSON.parse(readFileSync('/tmp/p3-rx.json','utf8'));
const CANDS=[' ','a','A','0','"',"'",'`','.','/','*','\n','\t','(',')','[',']','{','}','<','>','=',':',';',',','#','@','\\','|','-','_','$','!','&','x','\r','é'];
function sampleSet(el){ const flags='u'; let rx; try{rx=new RegExp('^'+el.raw+'$', 'u');}catch{try{rx=new RegExp('^'+el.raw+'$')}catch{return []}} return CANDS.filter(c=>rx.test(c)); }
function samples(el,depth=0){ // few sample strings
  switch(el.type){
    case 'Character': return [String.fromCodePoint(el.value)];
    case 'CharacterSet': case 'CharacterClass': case 'ExpressionCharacterClass': { const s=sampleSet(el); return s.length?s.slice(0,6):['a']; }
    case 'Group': case 'CapturingGroup': return el.alternatives.flatMap(a=>altSamples(a,depth+1)).slice(0,8);
    case 'Quantifier': { const s=samples(el.element,depth); const n=Math.max(el.min,1); return el.min===0?['',...s.slice(0,3)]:s.slice(0,3).map(x=>x.repeat(Math.min(n,12))); }
    case 'Assertion': return [''];
    case 'Backreference': return [''];
    default: return ['']; }
}
function altSamples(a,depth=0){ let out=['']; for(const e of a.elements){ const s=samples(e,depth); const next=[]; for(const o of out.slice(0,3)) for(const x of s.slice(0,3)) next.push(o+x); out=next.slice(0,6);} return [...new Set(out)]; }
function quants(node, prefixes, acc){
  if(node.type==='Pattern'||node.type==='Group'||node.type==='CapturingGroup'||(node.type==='Assertion'&&node.alternatives)) { for(const a of node.alternatives) quants(a,prefixes,acc); return; }
  if(node.type==='Alternative'){ let pre=prefixes; for(const e of node.elements){ quants(e,pre,acc); const s=samples(e); pre=[...new Set(pre.slice(0,3).flatMap(p=>s.slice(0,3).map(x=>p+x)))].slice(0,5);} return; }
  if(node.type==='Quantifier'){ if(node.max>20) acc.push({pre:prefixes, pump:samples(node.element), raw:node.raw}); quants(node.element,prefixes,acc); }
}
const chars=(p)=>{const s=new Set();const v=(n)=>{ if(n.type==='Character') s.add(String.fromCodePoint(n.value)); if(n.type==='CharacterSet'||n.type==='CharacterClass') for(const c of sampleSet(n).slice(0,3)) s.add(c); for(const k of ['alternatives','elements']) if(n[k]) n[k].forEach(v); if(n.element) v(n.element)}; v(p); return [...s];};
function time(rx,t){ rx.lastIndex=0; const s=performance.now(); if(rx.global){ let m,c=0; rx.lastIndex=0; while((m=rx.exec(t))){ if(m[0]==='') rx.lastIndex++; c++; } } else rx.exec(t); return performance.now()-s; }
for(const {file,line,src,flags} of lines){
  let ast; try{ ast=new RegExpParser({ecmaVersion:2025}).parsePattern(src,0,src.length,{unicode:flags.includes('u')}); }catch(e){ console.log('UNPARSED',file,line,src); continue; }
  const rx=new RegExp(src,flags); const acc=[]; quants(ast,[''],acc);
  const units=new Set(); const heads=new Set(['','\n']);
  for(const {pre,pump} of acc){ for(const u of pump.slice(0,6)){ units.add(u); for(const p of pre.slice(0,4)){ units.add(p+u); heads.add(p);} } for(const p of pre.slice(0,4)) {units.add(p); units.add(p+'\n')} }
  for(const s of ast.alternatives.flatMap(a=>altSamples(a))) {units.add(s); units.add(s.slice(0,-1));}
  for(const c of chars(ast)) units.add(c);
  let worst;
  outer: for(const u of units){ if(!u) continue; for(const h of [...heads].slice(0,8)) for(const tail of ['','\x01','\n\x01']){
    let n=16; let last=0;
    for(;;){ const t=h+u.repeat(n)+tail; const ms=time(rx,t); last=ms; const len=t.length; 
      if(ms>40 && time(rx,t)>40){ const r={h,u,tail,len,ms:Math.round(ms)}; if(!worst||len<worst.len) worst=r; if (len<16000) break outer; break; }
      if(len>60000) break; n= len<400? Math.ceil(n*1.25): n*3; }
  } if(units.size>60 && worst) break; }
  if(worst) console.log(`${file}:${line} /${src.slice(0,160)}/${flags}\n    head=${JSON.stringify(worst.h)} unit=${JSON.stringify(worst.u)} tail=${JSON.stringify(worst.tail)} len=${worst.len} ${worst.ms}ms`);
}
