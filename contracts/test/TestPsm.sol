// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Armed} from "./Hostile.sol";
import {PlainToken} from "./TestTokens.sol";

/// The interface of tokens with or without return values.
interface ILooseToken {
    function approve(address spender, uint256 amount) external;
    function decimals() external view returns (uint8);
    function transfer(address to, uint256 amount) external;
    function transferFrom(address from, address to, uint256 amount) external;
}

/// Holds the gems of a module and approves them to it.
contract TestPocket {
    function allow(ILooseToken token, address spender, uint256 amount) external {
        token.approve(spender, amount);
    }
}

/// A peg stability module, written from the interface of MakerDAO's LitePSM. A pocket holds the
/// gems; the module holds its payments and a minted supply. Anyone may set its fees.
contract TestPsm {
    event SellGem(address indexed owner, uint256 value, uint256 fee);
    event BuyGem(address indexed owner, uint256 value, uint256 fee);

    uint256 public constant HALTED = type(uint256).max;
    uint256 internal constant WAD = 1e18;

    ILooseToken public immutable gem;
    ILooseToken internal immutable paid;
    address public immutable pocket;
    uint256 public immutable to18ConversionFactor;
    uint256 internal feeIn;
    uint256 internal feeOut;

    constructor(ILooseToken gem_, ILooseToken dai_, address pocket_) {
        (gem, paid, pocket) = (gem_, dai_, pocket_);
        to18ConversionFactor = 10 ** (18 - gem_.decimals());
    }

    function file(uint256 tin_, uint256 tout_) external {
        (feeIn, feeOut) = (tin_, tout_);
    }

    function dai() external view virtual returns (address) {
        return address(paid);
    }

    function tin() public view virtual returns (uint256) {
        return feeIn;
    }

    function tout() public view virtual returns (uint256) {
        return feeOut;
    }

    function sellGem(address usr, uint256 gemAmt) external virtual returns (uint256 daiOutWad) {
        require(feeIn != HALTED, "HALTED");
        uint256 whole = gemAmt * to18ConversionFactor;
        uint256 fee = whole * feeIn / WAD;
        daiOutWad = whole - fee;
        gem.transferFrom(msg.sender, pocket, gemAmt);
        paid.transfer(usr, daiOutWad);
        emit SellGem(usr, gemAmt, fee);
    }

    function buyGem(address usr, uint256 gemAmt) external virtual returns (uint256 daiInWad) {
        require(feeOut != HALTED, "HALTED");
        uint256 whole = gemAmt * to18ConversionFactor;
        uint256 fee = whole * feeOut / WAD;
        daiInWad = whole + fee;
        paid.transferFrom(msg.sender, address(this), daiInWad);
        gem.transferFrom(pocket, usr, gemAmt);
        emit BuyGem(usr, gemAmt, fee);
    }
}

/// A module for another token that is converted one for one with an inner module's token, written
/// from the interface of Sky's LitePSM wrapper for USDS. Here a holder of either token mints the
/// other.
contract TestPsmWrapper {
    uint256 private constant WAD = 1e18;
    address private constant NOBODY = address(0xdead);

    TestPsm public immutable psm;
    ILooseToken public immutable gem;
    PlainToken public immutable usds;
    address public immutable pocket;
    uint256 public immutable to18ConversionFactor;
    PlainToken private immutable legacy;
    uint256 public live = 1;

    constructor(TestPsm psm_, PlainToken usds_) {
        (psm, usds, gem, pocket) = (psm_, usds_, psm_.gem(), psm_.pocket());
        legacy = PlainToken(psm_.dai());
        to18ConversionFactor = psm_.to18ConversionFactor();
        gem.approve(address(psm_), type(uint256).max);
        legacy.approve(address(psm_), type(uint256).max);
    }

    function cage() external {
        live = 0;
    }

    function dai() external view returns (address) {
        return address(usds);
    }

    function tin() external view returns (uint256) {
        return psm.tin();
    }

    function tout() external view returns (uint256) {
        return psm.tout();
    }

    function sellGem(address usr, uint256 gemAmt) external returns (uint256 usdsOutWad) {
        require(live == 1, "CAGED");
        gem.transferFrom(msg.sender, address(this), gemAmt);
        usdsOutWad = psm.sellGem(address(this), gemAmt);
        legacy.transfer(NOBODY, usdsOutWad);
        usds.mint(usr, usdsOutWad);
    }

    function buyGem(address usr, uint256 gemAmt) external returns (uint256 usdsInWad) {
        require(live == 1, "CAGED");
        uint256 whole = gemAmt * to18ConversionFactor;
        usdsInWad = whole + whole * psm.tout() / WAD;
        usds.transferFrom(msg.sender, NOBODY, usdsInWad);
        legacy.mint(address(this), usdsInWad);
        psm.buyGem(usr, gemAmt);
    }
}

/// A hostile module: it pays less than its fee, takes other amounts than it may, lies about its
/// fees and tokens, raises a fee or attacks when called.
contract HostilePsm is TestPsm, Armed {
    enum Mode {
        Honest,
        PayHalf,
        PayNothing,
        TakeHalf,
        TakeDouble,
        HideFees,
        NameOtherToken,
        AnswerNothing
    }

    Mode private mode;
    address private other;

    constructor(ILooseToken gem_, ILooseToken dai_, address pocket_, address other_) TestPsm(gem_, dai_, pocket_) {
        other = other_;
    }

    function setMode(Mode mode_) external {
        mode = mode_;
    }

    function dai() external view override returns (address) {
        return mode == Mode.NameOtherToken ? other : address(paid);
    }

    function tin() public view override returns (uint256) {
        return _told(feeIn);
    }

    function tout() public view override returns (uint256) {
        return _told(feeOut);
    }

    function sellGem(address usr, uint256 gemAmt) external override returns (uint256) {
        _fire();
        uint256 whole = gemAmt * to18ConversionFactor;
        gem.transferFrom(msg.sender, pocket, _taken(gemAmt));
        paid.transfer(usr, _paid(whole - whole * feeIn / WAD));
        return type(uint256).max;
    }

    function buyGem(address usr, uint256 gemAmt) external override returns (uint256) {
        _fire();
        uint256 whole = gemAmt * to18ConversionFactor;
        paid.transferFrom(msg.sender, address(this), _taken(whole + whole * feeOut / WAD));
        gem.transferFrom(pocket, usr, _paid(gemAmt));
        return 0;
    }

    function _told(uint256 fee) private view returns (uint256) {
        if (mode == Mode.AnswerNothing) {
            assembly {
                return(0, 0)
            }
        }
        return mode == Mode.HideFees ? 0 : fee;
    }

    function _taken(uint256 amount) private view returns (uint256) {
        if (mode == Mode.TakeHalf) return amount / 2;
        return mode == Mode.TakeDouble ? 2 * amount : amount;
    }

    function _paid(uint256 amount) private view returns (uint256) {
        if (mode == Mode.PayHalf) return amount / 2;
        return mode == Mode.PayNothing ? 0 : amount;
    }
}

/// Written from the interface of Sky's converter of DAI and USDS. Here a holder of either token
/// mints the other.
contract TestDaiUsds {
    address internal constant NOBODY = address(0xdead);

    PlainToken internal immutable first;
    PlainToken public immutable usds;
    TestDaiJoin public immutable daiJoin = new TestDaiJoin();

    constructor(PlainToken dai_, PlainToken usds_) {
        (first, usds) = (dai_, usds_);
    }

    function dai() external view virtual returns (address) {
        return address(first);
    }

    function daiToUsds(address usr, uint256 wad) external virtual {
        first.transferFrom(msg.sender, NOBODY, wad);
        usds.mint(usr, wad);
    }

    function usdsToDai(address usr, uint256 wad) external virtual {
        require(daiJoin.live() == 1, "NOT_LIVE");
        usds.transferFrom(msg.sender, NOBODY, wad);
        first.mint(usr, wad);
    }
}

/// Mints DAI until it is closed permanently.
contract TestDaiJoin {
    uint256 public live = 1;

    function cage() external {
        live = 0;
    }
}

/// A hostile converter: it pays half, takes twice as much, names another token, or attacks when
/// called.
contract HostileDaiUsds is TestDaiUsds, Armed {
    enum Mode {
        Honest,
        PayHalf,
        TakeDouble,
        NameOtherToken
    }

    Mode private mode;

    constructor(PlainToken dai_, PlainToken usds_) TestDaiUsds(dai_, usds_) {}

    function setMode(Mode mode_) external {
        mode = mode_;
    }

    function dai() external view override returns (address) {
        return mode == Mode.NameOtherToken ? NOBODY : address(first);
    }

    function daiToUsds(address usr, uint256 wad) external override {
        _change(first, usds, usr, wad);
    }

    function usdsToDai(address usr, uint256 wad) external override {
        _change(usds, first, usr, wad);
    }

    function _change(PlainToken from, PlainToken to, address usr, uint256 wad) private {
        _fire();
        from.transferFrom(msg.sender, NOBODY, mode == Mode.TakeDouble ? 2 * wad : wad);
        to.mint(usr, mode == Mode.PayHalf ? wad / 2 : wad);
    }
}
