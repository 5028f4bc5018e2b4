"""Draws the moving pictures of docs/examples: `python3 make_moving.py` writes their frames as PNG files into folders here; then

  img2webp -loop 0 -min_size -lossy -q 60 -d 50 drum/*.png -o moving/drum.webp
  ffmpeg -framerate 12.5 -i rain/%03d.png -filter_complex "split[a][b];[a]palettegen=max_colors=32:reserve_transparent=0[p];[b][p]paletteuse=dither=none" moving/rain.gif
  ffmpeg -framerate 16 -i heat/%03d.png -f apng -plays 0 moving/heat.png
"""
import math,zlib,struct,os
def png(path,w,h,px):
    raw=b''.join(b'\0'+bytes(px[y*w*4:(y+1)*w*4]) for y in range(h))
    c=lambda k,d: struct.pack('>I',len(d))+k+d+struct.pack('>I',zlib.crc32(k+d))
    open(path,'wb').write(b'\x89PNG\r\n\x1a\n'+c(b'IHDR',struct.pack('>IIBBBBB',w,h,8,6,0,0,0))+c(b'IDAT',zlib.compress(raw,9))+c(b'IEND',b''))
def render(path,w,h,shade,ss=3):
    px=bytearray(w*h*4)
    for y in range(h):
        for x in range(w):
            r=g=b=a=0.0
            for j in range(ss):
                for i in range(ss):
                    cr,cg,cb,ca=shade(x+(i+.5)/ss,y+(j+.5)/ss)
                    r+=cr*ca;g+=cg*ca;b+=cb*ca;a+=ca
            n=ss*ss
            if a>0: px[(y*w+x)*4:(y*w+x)*4+4]=bytes([round(r/a),round(g/a),round(b/a),round(a/n*255)])
    png(path,w,h,px)
def over(base,c,a):
    br,bg,bb,ba=base
    oa=a+ba*(1-a)
    if oa==0: return (0,0,0,0)
    return tuple((c[k]*a+base[k]*ba*(1-a))/oa for k in range(3))+(oa,)
def edge(d): return max(0.0,min(1.0,.5-d))
# a washing drum, turning, with water
def drum(t):
    S=120;C=S/2
    def shade(x,y):
        dx,dy=x-C,y-C;r=math.hypot(dx,dy);p=(0,0,0,0)
        p=over(p,(203,213,225),edge(r-58)); p=over(p,(248,250,252),edge(r-52)); p=over(p,(51,65,85),edge(r-46))
        if r<46:
            th=math.atan2(dy,dx)-t*2*math.pi
            for k in range(18):
                a=k*2*math.pi/18; 
                for rr in (18,30,41):
                    hx,hy=rr*math.cos(a),rr*math.sin(a); qx,qy=r*math.cos(th),r*math.sin(th)
                    p=over(p,(30,41,59),edge(math.hypot(qx-hx,qy-hy)-1.6)*.9)
            for k in range(3):
                a=k*2*math.pi/3+t*2*math.pi; 
                u=dx*math.cos(a)+dy*math.sin(a); v=-dx*math.sin(a)+dy*math.cos(a)
                p=over(p,(71,85,105),edge(max(abs(v)-3,abs(u-36)-9)))
            # clothes
            for k,(col,ro,sz) in enumerate([((244,114,182),20,11),((96,165,250),26,10),((250,204,21),14,9),((167,243,208),30,8)]):
                a=t*2*math.pi+k*1.6+.5*math.sin(t*2*math.pi*2+k); cx,cy=ro*math.cos(a),ro*math.sin(a)+6
                p=over(p,col,edge(math.hypot((dx-cx)*.85,dy-cy)-sz))
            water=14+3*math.sin(dx*.16+t*2*math.pi*2)
            if dy>water: p=over(p,(56,189,248),.55*edge(water-dy+.5)*(1 if r<46 else 0))
        g=math.hypot(dx+18,dy+24)
        if r<46: p=over(p,(255,255,255),.16*edge(g-16))
        return p
    return S,S,shade
def rain(t):
    W,H=96,96
    def shade(x,y):
        p=(241,245,249,1)
        for k in range(9):
            ph=(t+k*.37)%1; x0=22+k*6.6; y0=50+ph*44
            d=max(abs((x-x0)+(y-y0)*.25)-1.2,abs(y-y0)-5)
            if y0>54: p=over(p,(56,132,255),edge(d)*(1 if y0<88 else max(0,(96-y0)/8)))
        d=min(math.hypot(x-34,y-44)-16,math.hypot(x-54,y-36)-20,math.hypot(x-70,y-46)-13,max(abs(x-52)-34,abs(y-51)-8.5))
        p=over(p,(148,163,184),edge(d)); p=over(p,(203,213,225),edge(d+5))
        return p
    return W,H,shade
def heat(t):
    W,H=64,64
    def shade(x,y):
        p=(0,0,0,0)
        for k in range(3):
            x0=16+16*k; ph=t*2*math.pi+k*.9
            d=abs(x-x0-4*math.sin(y*.16-ph))-2.4
            a=max(0,min(1,(y-8)/10,(52-y)/6))
            p=over(p,(239,68,68) if k==1 else (251,146,60),edge(d)*a)
        p=over(p,(100,116,139),edge(max(abs(x-32)-24,abs(y-57)-2.5)))
        return p
    return W,H,shade
for name,f,n in (('drum',drum,24),('rain',rain,12),('heat',heat,16)):
    os.makedirs(name,exist_ok=True)
    for i in range(n):
        w,h,s=f(i/n); render(f'{name}/{i:03d}.png',w,h,s,2)
